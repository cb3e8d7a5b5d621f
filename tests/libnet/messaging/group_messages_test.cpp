// Messages between ranks on each transport: every form of payload and buffer, any source, and many lengths.
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>

#include "banyan/net/packer.hpp"
#include "banyan/net/unpacker.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace group_messages_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

struct particle {
    double mass = 0;
    std::array<float, 3> position{};
    friend bool operator==(const particle&, const particle&) = default;
};

constexpr rank first{0}, second{1};

// Rank 0 runs `sends` and rank 1 runs `receives`, on the given transport.
void run_pair(transport_kind kind, const std::function<void(const group&)>& sends,
              const std::function<void(const group&)>& receives) {
    run_threads(
        2, [&](group& world) { world.rank() == first ? sends(world) : receives(world); }, kind);
}

}  // namespace

TEST_CASE("group messages: single values, ranges and empty messages", "[group]") {
    run_pair(
        any_transport(),
        [](const group& world) {
            const std::vector<int> many{1, 2, 3};
            const double table[2][2] = {{1, 2}, {3, 4}};
            const int row[] = {4, 5, 6};
            std::array<short, 2> two{7, 8};
            world.send(second, tag{1}, 42.0, limit);
            world.send(second, tag{2}, particle{2.5, {1, 2, 3}});
            world.send(second, tag{3}, many);
            world.send(second, tag{4}, row);
            world.send(second, tag{5}, two);
            world.send(second, tag{6}, std::span(two));
            world.send(second, tag{7}, std::string_view("text"));
            world.send(second, tag{8}, table);
            world.send(second, tag{9}, std::vector<int>{});
            world.send(second, tag{10}, {});
            world.send<int>(second, tag{11}, {many.data(), 2});
            world.send(second, tag{12}, world.rank());
        },
        [](const group& world) {
            double value = 0;
            const auto info = world.recv(first, tag{1}, value, limit);
            demand(value == 42 && info.source == first && info.tag == tag{1} && info.size_bytes == 8, "one value");
            demand(world.recv<particle>(first, tag{2}, limit) == particle{2.5, {1, 2, 3}}, "a struct");
            std::vector<int> many(3);
            world.recv(first, tag{3}, many, limit);
            demand(many == std::vector{1, 2, 3}, "a vector");
            int row[3] = {};
            world.recv(first, tag{4}, row, limit);
            demand(row[0] == 4 && row[2] == 6, "a C array");
            demand(world.recv<std::array<short, 2>>(first, tag{5}, limit) == std::array<short, 2>{7, 8}, "an array");
            std::array<short, 2> two{};
            world.recv(first, tag{6}, std::span(two), limit);
            demand(two == std::array<short, 2>{7, 8}, "a span");
            demand(world.recv<std::string>(first, tag{7}, limit) == "text", "a string");
            double table[2][2] = {};
            world.recv(first, tag{8}, table, limit);
            demand(table[1][0] == 3, "a table");
            demand(world.recv<std::vector<int>>(first, tag{9}, limit).empty(), "an empty vector");
            demand(world.recv(first, tag{10}, limit).payload.empty(), "an empty message");
            demand(world.recv<std::vector<int>>(first, tag{11}, limit) == std::vector{1, 2}, "pointer and count");
            demand(world.recv<rank>(first, tag{12}, limit) == first, "a rank");
        });
}

TEST_CASE("group messages: long vectors of a length that the receiver does not know", "[group]") {
    std::vector<std::uint64_t> sent(300'001);
    std::iota(sent.begin(), sent.end(), 5u);
    const std::vector<particle> particles(20'000, particle{2.5, {1, 2, 3}});
    run_pair(
        any_transport(),
        [&](const group& world) {
            for (int i = 0; i < 4; ++i)
                world.send(second, tag{i}, sent, limit);
            world.send(second, tag{4}, particles, limit);
            (void)world.recv<int>(second, tag{5}, limit);  // otherwise it may end before the timeout there
        },
        [&](const group& world) {
            demand(world.recv<std::vector<std::uint64_t>>(first, tag{0}, limit) == sent, "as a value");
            std::vector<std::uint64_t> got(3);
            const auto info = world.recv_any_length(any_source, any_tag, got, limit);
            demand(got == sent && info.source == first && info.tag == tag{1}, "into a vector");
            std::vector<std::uint64_t> longer(500'000, 1);
            const auto* const memory = longer.data();
            world.recv_any_length(first, tag{2}, longer, limit);
            demand(longer == sent && longer.data() == memory, "into a longer vector");
            demand(error_of([&] { world.recv_any_length(first, tag{9}, longer, std::chrono::milliseconds(1)); }) ==
                       errc::timeout,
                   "no message");
            world.recv_any_length(first, tag{3}, longer, limit);
            demand(longer == sent, "after a timeout");
            demand(world.recv<std::vector<particle>>(first, tag{4}, limit) == particles, "items with initializers");
            world.send(first, tag{5}, 1, limit);
        });
}

TEST_CASE("group messages: packers, scatter-gather buffers and asynchronous forms", "[group]") {
    run_pair(
        any_transport(),
        [](const group& world) {
            packer out;
            out.pack(7, std::string("seven"));
            world.send(second, tag{1}, out, limit);
            const std::vector<int> grid{1, 2, 3, 4, 5, 6};
            world.send(second, tag{2}, rows_of(grid.data(), 2, 2, 3), limit);
            const int one = 9;
            request sent = world.async_send(second, tag{3}, one);
            request all = world.async_send(second, tag{4}, grid);
            request text = world.async_send(second, tag{5}, std::string_view("view"));
            sent.wait(limit);
            all.wait(limit);
            text.wait(limit);
            demand(world.try_send(second, tag{6}, 3.5F), "a short message needs no waiting");
        },
        [](const group& world) {
            unpacker in(world.recv(first, tag{1}, limit));
            demand(in.take<int>() == 7 && in.take<std::string>() == "seven", "packed");
            std::vector<int> grid(4);
            world.recv(first, tag{2}, rows_of(grid.data(), 2, 2, 2), limit);
            demand(grid == std::vector{1, 2, 4, 5}, "rows");
            int one = 0;
            std::array<int, 6> all{};
            std::string text(4, ' ');
            request single = world.async_recv(first, any_tag, one);
            request ranged = world.async_recv<int>(any_source, tag{4}, {all.data(), all.size()});
            request chars = world.async_recv(any_source, tag{5}, text);
            demand(single.wait(limit).tag == tag{3} && one == 9, "one value");
            demand(ranged.wait(limit).size_bytes == sizeof(all) && all[5] == 6, "a range");
            chars.wait(limit);
            demand(text == "view", "characters");
            float value = 0;
            while (!world.try_recv(first, tag{6}, value))
                std::this_thread::yield();
            demand(value == 3.5F, "a receive that does not wait");
        });
}

TEST_CASE("group messages: a length that differs from the buffer's is an error that names it", "[group]") {
    run_pair(
        any_transport(),
        [](const group& world) {
            for (const std::size_t size : {3u, 12u, 0u, 7u})
                world.send(second, tag{1}, pattern(size, 1), limit);
            world.send(second, tag{2}, 5, limit);
        },
        [](const group& world) {
            const auto text_of = [&](auto receive) -> std::string {
                try {
                    receive();
                } catch (const error& e) {
                    return e.what();
                }
                return {};
            };
            double value = 1;
            demand(
                text_of([&] { world.recv(first, tag{1}, value, limit); }) == "received 3 bytes from rank 0, expected 8",
                "shorter");
            const std::string longer = text_of([&] { world.recv(first, tag{1}, value, limit); });
            demand(longer.starts_with("a message of 12 bytes from rank 0 (task ") &&
                       longer.ends_with(", tag 1; the buffer holds 8 bytes"),
                   "longer");
            demand(error_of([&] { (void)world.recv<int>(any_source, tag{1}, limit); }) == errc::invalid_argument,
                   "no bytes");
            demand(text_of([&] { (void)world.recv<std::vector<int>>(first, tag{1}, limit); }) ==
                       "received 7 bytes from rank 0, not a whole number of items of 4 bytes",
                   "a part of an item");
            demand(world.recv<int>(first, tag{2}, limit) == 5, "the pair continues");
        });
}

TEST_CASE("group messages: any source names the rank, and each message comes once", "[group]") {
    const int size = 5, each = 20;
    on_every_transport(size, [](group& world) {
        // A group whose ranks have another order than those of the world.
        const group turned = world.split(0, -world.rank().value, limit);
        const int me = turned.rank().value;
        if (me != 0) {
            for (int i = 0; i < each; ++i)
                turned.send(rank{0}, tag{i}, std::array{me, i}, limit);
            (void)turned.recv(rank{0}, tag{0}, limit);
            return;
        }
        std::vector<int> next(size, 0);
        for (int i = 0; i < (size - 1) * each; ++i) {
            std::array<int, 2> got{};
            const auto waiting = turned.probe(any_source, any_tag, limit);
            const auto info = turned.recv(waiting.source, waiting.tag, got, limit);
            const auto from = static_cast<std::size_t>(info.source.value);
            demand(got[0] == info.source.value && got[1] == info.tag.value, "source and tag");
            demand(got[1] == next[from]++, "order of one source");
        }
        demand(!turned.try_probe(any_source, any_tag), "nothing is left");
        for (int r = 1; r < size; ++r)
            turned.send(rank{r}, tag{0}, {}, limit);
    });
}

TEST_CASE("group messages: any source takes messages of members only", "[group]") {
    on_every_transport(4, [](group& world) {
        const int me = world.rank().value;
        // Both halves use the same contexts, because no task is in both.
        const group half = world.split(me / 2, me, limit);
        const group same = half.duplicate(limit);
        const rank other{1 - half.rank().value};
        world.send(rank{(me + 2) % 4}, tag{1}, 1000 + me, limit);
        same.send(other, tag{1}, 2000 + me, limit);
        half.send(other, tag{1}, me, limit);
        int got = -1;
        const auto info = half.recv(any_source, any_tag, got, limit);
        demand(got == (me ^ 1) && info.source == other, "of the half");
        demand(same.recv<int>(any_source, any_tag, limit) == 2000 + (me ^ 1), "of the duplicate");
        demand(world.recv<int>(any_source, any_tag, limit) == 1000 + (me + 2) % 4, "of the world");
    });
}

TEST_CASE("group messages: a message that a task outside sends into the group's context is refused", "[group]") {
    on_every_transport(3, [](group& world) {
        const context_id chosen{50};
        if (world.rank().value == 2)
            return world.box().send({world.task(first), tag{1}, chosen}, std::span<const std::byte>{}, limit);
        if (world.rank() == second) return (void)world.recv(first, tag{2}, limit);
        const group pair(world.box(), {world.task(first), world.task(second)}, chosen);
        demand(error_of([&] { (void)pair.recv(any_source, tag{1}, limit); }) == errc::invalid_argument, "refused");
        world.send(second, tag{2}, {}, limit);
    });
}

TEST_CASE("group messages: a receive from any source fails when all members have ended", "[group]") {
    on_every_transport(3, [](group& world) {
        if (world.rank() != first) return;
        int value = 0;
        demand(error_of([&] { world.recv(any_source, any_tag, value, limit); }) == errc::peer_lost, "receive");
        demand(error_of([&] { (void)world.probe(any_source, tag{1}, limit); }) == errc::peer_lost, "probe");
    });
}

TEST_CASE("group messages: to oneself", "[group]") {
    on_every_transport(1, [](group& world) {
        world.send(first, tag{1}, 5, limit);
        demand(world.recv<int>(any_source, tag{1}, limit) == 5, "one value");
        demand(error_of([&] { world.send(rank{1}, tag{1}, 5, limit); }) == errc::invalid_argument, "no such rank");
        demand(error_of([&] { (void)world.recv<int>(rank{-1}, tag{1}, limit); }) == errc::invalid_argument,
               "no such source");
        std::chrono::milliseconds soon{20};
        demand(error_of([&] { (void)world.recv(first, tag{2}, soon); }) == errc::timeout, "a deadline, no buffer");
    });
}

TEST_CASE("group messages: several threads receive from any source", "[group]") {
    const int threads = 4, each = 50;
    on_every_transport(3, [](group& world) {
        if (world.rank() != first) {
            for (int i = 0; i < threads * each / 2; ++i)
                world.send(first, tag{1}, world.rank().value * 1000 + i, limit);
            return;
        }
        std::atomic<int> wrong{0}, sum{0};
        std::vector<std::thread> takers;
        for (int t = 0; t < threads; ++t)
            takers.emplace_back([&] {
                for (int i = 0; i < each; ++i) {
                    int got = 0;
                    const auto info = world.recv(any_source, tag{1}, got, limit);
                    if (got / 1000 != info.source.value) ++wrong;
                    sum += got % 1000;
                }
            });
        for (auto& taker : takers)
            taker.join();
        const int sent = threads * each / 2;
        demand(wrong == 0, "a source that does not fit its message");
        demand(sum == sent * (sent - 1), "a message lost or doubled");
    });
}

}  // namespace group_messages_test
