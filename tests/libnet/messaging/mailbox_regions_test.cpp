// Messages from and into scatter-gather buffers, on each transport.
#include <limits>
#include <numeric>
#include <random>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_regions_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// Cuts the whole memory into at most `count` pieces of irregular lengths. Some of them are empty.
template <class Byte>
std::vector<std::span<Byte>> cut(std::span<Byte> whole, std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::span<Byte>> pieces;
    for (std::size_t left = count; left > 1; --left) {
        const std::size_t most = 2 * whole.size() / left;
        const std::size_t size = random() % 7 == 0 ? 0 : std::min<std::size_t>(whole.size(), random() % (most + 1));
        pieces.push_back(whole.first(size));
        whole = whole.subspan(size);
    }
    pieces.push_back(whole);
    return pieces;
}

std::vector<std::span<const std::byte>> cut_to_send(const std::vector<std::byte>& from, std::size_t count,
                                                    unsigned seed) {
    return cut(std::span<const std::byte>(from), count, seed);
}

std::vector<std::span<std::byte>> cut_to_receive(std::vector<std::byte>& into, std::size_t count, unsigned seed) {
    return cut(std::span<std::byte>(into), count, seed);
}

struct shape {
    std::size_t bytes, sent_pieces, received_pieces;
};

}  // namespace

TEST_CASE("regions know their length and where their pieces are", "[regions]") {
    std::vector<int> field(20);
    std::iota(field.begin(), field.end(), 0);
    const auto block = rows_of(field.data() + 6, 2, 3, 5);
    CHECK(block.size_bytes() == 6 * sizeof(int));
    REQUIRE(block.count() == 2);
    CHECK(block[1].data() == reinterpret_cast<std::byte*>(field.data() + 11));
    CHECK(rows_of(field.data(), 4, 5, 5).count() == 1);  // no gaps
    CHECK(rows_of(field.data(), 0, 5, 7).size_bytes() == 0);
    CHECK(const_regions(std::span<const std::span<const std::byte>>{}).size_bytes() == 0);
}

TEST_CASE("pieces longer than any memory are a named error", "[regions]") {
    constexpr std::size_t half = std::numeric_limits<std::size_t>::max() / 2 + 1;
    std::byte byte{};
    int number = 0;
    const std::vector<std::span<std::byte>> list{{&byte, half}, {&byte, half}};
    CHECK(error_of([&] { (void)regions(list); }) == errc::invalid_argument);
    CHECK(error_of([&] { (void)regions(&byte, half, 2, 3); }) == errc::invalid_argument);
    CHECK(error_of([&] { (void)regions(&byte, 2, half, half); }) == errc::invalid_argument);
    CHECK(error_of([&] { (void)rows_of(&number, 2, half, half); }) == errc::invalid_argument);
    CHECK(regions(&byte, 0, half, half).size_bytes() == 0);
    run_threads(1, [&](group& world) {
        demand(error_of([&] {
                   world.box().send({world.box().self(), tag{1}}, const_regions(&byte, half, 1, 0));
               }) == errc::too_large,
               "longer than a message");
    });
}

TEST_CASE("pieces of any shape on both ends, posted before or after the message", "[regions]") {
    const auto form =
        GENERATE(shape{20'000, 5000, 1}, shape{20'000, 1, 5000}, shape{20'000, 700, 900}, shape{900'000, 5000, 3333},
                 shape{900'000, 1, 4000}, shape{900'000, 4000, 1}, shape{3000, 3000, 5000}, shape{0, 4, 3});
    const bool receiver_first = GENERATE(true, false);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{0}) {
            const auto data = pattern(form.bytes, 1);
            const auto pieces = cut_to_send(data, form.sent_pieces, 2);
            if (receiver_first) box.recv({other_of(world), tag{2}}, limit);
            box.send({other_of(world), tag{1}}, const_regions(pieces), limit);
            auto again = box.async_send({other_of(world), tag{1}}, const_regions(pieces));
            again.wait(limit);
            box.send({other_of(world), tag{3}}, {}, limit);
            return;
        }
        std::vector<std::byte> once(form.bytes), twice(form.bytes);
        const auto places = cut_to_receive(once, form.received_pieces, 3);
        const auto other_places = cut_to_receive(twice, form.received_pieces, 4);
        request posted;
        const bool both_first = !receiver_first && form.bytes < 60'000;
        if (receiver_first) {
            posted = box.async_recv({other_of(world), tag{1}}, regions(places));
            box.send({other_of(world), tag{2}}, {}, limit);
        } else if (both_first) {
            box.recv({other_of(world), tag{3}}, limit);  // both messages have arrived as unexpected messages
        }
        const auto info =
            receiver_first ? posted.wait(limit) : box.recv({other_of(world), tag{1}}, regions(places), limit);
        demand(info.size_bytes == form.bytes && once == pattern(form.bytes, 1), "first message");
        box.recv({other_of(world), tag{1}}, regions(other_places), limit);
        demand(twice == pattern(form.bytes, 1), "second message");
        if (!both_first) box.recv({other_of(world), tag{3}}, limit);  // a rank that leaves earlier makes the send fail
    });
}

TEST_CASE("a strip of a field goes into a strip of another one", "[regions]") {
    const std::size_t rows = GENERATE(1u, 40u, 20'000u);
    on_every_transport(2, [=](group& world) {
        const int me = world.rank().value;
        const std::size_t columns = me == 0 ? 7 : 5, first = me == 0 ? 3 : 1;  // the strip is 2 columns wide
        std::vector<double> field(rows * columns, -1);
        const auto at = [&](std::size_t r, std::size_t c) -> double& { return field[r * columns + c]; };
        if (me == 0) {
            std::iota(field.begin(), field.end(), 0);
            const double* strip = &at(0, first);
            world.send(rank{1}, tag{1}, rows_of(strip, rows, 2, columns), limit);
            return;
        }
        world.recv(rank{0}, tag{1}, rows_of(&at(0, first), rows, 2, columns), limit);
        for (std::size_t r = 0; r < rows; ++r) {
            const double expected = static_cast<double>(r * 7 + 3);
            demand(at(r, 1) == expected && at(r, 2) == expected + 1, "content");
            demand(at(r, 0) == -1 && at(r, 3) == -1 && at(r, 4) == -1, "beside the strip");
        }
    });
}

TEST_CASE("pieces too short for the message are an error, and it is consumed", "[regions]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        for (const std::size_t size : {300u, 300'000u}) {
            const auto data = pattern(size, 1);
            if (world.rank() == rank{0}) {
                box.send({other_of(world), tag{1}}, const_regions(cut_to_send(data, 10, 1)), limit);
                box.send({other_of(world), tag{1}}, const_regions(cut_to_send(data, 10, 1)), limit);
                continue;
            }
            std::vector<std::byte> small(size - 1), whole(size);
            const auto short_places = cut_to_receive(small, 9, 2), places = cut_to_receive(whole, 9, 2);
            demand(error_of([&] {
                       box.recv({other_of(world), tag{1}}, regions(short_places), limit);
                   }) == errc::truncated,
                   "truncated");
            box.recv({other_of(world), tag{1}}, regions(places), limit);
            demand(whole == data, "the next message");
        }
    });
}

TEST_CASE("pieces to oneself, before and after the receive", "[regions]") {
    on_every_transport(1, [](group& world) {
        mailbox& box = world.box();
        const auto data = pattern(10'000, 1);
        const auto pieces = cut_to_send(data, 300, 1);
        std::vector<std::byte> first(data.size()), second(data.size());
        const auto places = cut_to_receive(first, 500, 2), other_places = cut_to_receive(second, 7, 3);
        auto posted = box.async_recv({box.self(), tag{1}}, regions(places));
        box.send({box.self(), tag{1}}, const_regions(pieces), limit);
        posted.wait(limit);
        box.send({box.self(), tag{1}}, const_regions(pieces), limit);
        box.recv({box.self(), tag{1}}, regions(other_places), limit);
        demand(first == data && second == data, "content");
    });
}

TEST_CASE("pieces may be reused when a send was completed from a copy or withdrawn in transit", "[regions]") {
    const bool blocking = GENERATE(true, false);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        constexpr std::size_t size = 3'000'000;
        if (world.rank() == rank{0}) {
            box.recv({other_of(world), tag{5}}, limit);  // now there is a link, so that messages can leave
            auto data = pattern(size, 1);
            const auto pieces = cut_to_send(data, 2000, 1);
            if (blocking) {
                box.send({other_of(world), tag{1}}, const_regions(pieces), limit);
            } else {
                auto dropped = box.async_send({other_of(world), tag{1}}, const_regions(pieces));
                const deadline until(20ms);
                while (!until.passed() && !dropped.test()) {
                }
            }
            std::fill(data.begin(), data.end(), std::byte{0});
            return box.send({other_of(world), tag{2}}, {}, limit);
        }
        box.send({other_of(world), tag{5}}, {}, limit);
        std::vector<std::byte> got(size);
        const auto places = cut_to_receive(got, 1000, 2);
        auto receive = blocking ? request() : box.async_recv({other_of(world), tag{1}}, regions(places));
        box.recv({other_of(world), tag{2}}, limit);
        if (blocking) receive = box.async_recv({other_of(world), tag{1}}, regions(places));
        receive.wait(limit);
        demand(got == pattern(size, 1), "content");
    });
}

TEST_CASE("a receive into pieces withdrawn in the middle of its message loses nothing", "[regions]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        constexpr std::size_t size = 8 << 20;
        if (world.rank() == rank{0}) return box.send({other_of(world), tag{1}}, pattern(size, 3), limit);
        for (int i = 0; i < 10; ++i) {
            std::vector<std::byte> buffer(size);
            const auto places = cut_to_receive(buffer, 3000, static_cast<unsigned>(i));
            auto receive = box.async_recv({other_of(world), tag{1}}, regions(places));
            for (int turn = 0; turn < i; ++turn)
                box.poll();
            if (receive.test()) return demand(buffer == pattern(size, 3), "content");
        }
        demand(box.recv({other_of(world), tag{1}}, limit).payload == pattern(size, 3), "content");
    });
}

}  // namespace mailbox_regions_test
