// Sends that do not wait, on each transport.
#include <algorithm>
#include <atomic>
#include <thread>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_try_send_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

mailbox_options little_room() {
    mailbox_options options;
    options.unexpected_cap_bytes = 256 << 10;
    options.send_buffer_bytes = 64 << 10;
    return options;
}

// Sends messages from the same memory until one is refused. Returns the number of accepted ones.
int fill(mailbox& box, destination to, std::size_t size) {
    std::vector<std::byte> memory;
    int count = 0;
    do {
        memory = pattern(size, static_cast<unsigned>(count));
    } while (box.try_send(to, memory) && ++count < 1'000'000);
    std::fill(memory.begin(), memory.end(), std::byte{0});
    return count;
}

}  // namespace

TEST_CASE("try_send accepts messages that have room and nothing of the others", "[try_send]") {
    const std::size_t size = GENERATE(0u, 100u, 5000u, 70'000u, 3'000'000u);
    std::atomic<bool> filled{false};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{0}) {
            box.send({other, tag{2}}, {}, limit);
            box.recv({other, tag{2}}, limit);  // now there is credit
            const int count = fill(box, {other, tag{1}}, size);
            demand(count > 0 && count < 1'000'000, "a receiver that takes nothing must be noticed");
            filled = true;
            box.send({other, tag{3}}, bytes_of(count), limit);
            return void(box.recv({other, tag{3}}, limit));
        }
        box.recv({other, tag{2}}, limit);
        box.send({other, tag{2}}, {}, limit);
        wait_for(filled, true);
        int count = 0;
        auto end = box.async_recv({other, tag{3}}, writable_bytes_of(count));
        int got = 0;
        std::vector<std::byte> buffer(size);
        for (const deadline until(limit); !end.test() || got < count;) {
            if (!box.try_recv({other, tag{1}}, buffer)) {
                demand(!until.passed(), "what was taken never came");
                std::this_thread::yield();
                continue;
            }
            demand(buffer == pattern(size, static_cast<unsigned>(got++)), "order or content");
        }
        demand(!box.try_probe({other, tag{1}}), "what was refused came nevertheless");
        box.send({other, tag{3}}, {}, limit);
    };
    on_every_transport(2, body, little_room());
}

TEST_CASE("after a refusal there is room again when the receiver has taken messages", "[try_send]") {
    const std::size_t size = GENERATE(1000u, 100'000u);
    constexpr unsigned count = 500;
    const auto body = [=](group& world) {
        mailbox& box = world.box();
        for (unsigned i = 0; i < count; ++i) {
            if (world.rank() == rank{1}) {
                demand(box.recv({other_of(world), tag{1}}, limit).payload == pattern(size, i), "order or content");
                continue;
            }
            const auto data = pattern(size, i);
            for (const deadline until(limit); !box.try_send({other_of(world), tag{1}}, data);) {
                demand(!until.passed(), "there is never room again");
                std::this_thread::yield();
            }
        }
    };
    on_every_transport(2, body, little_room());
}

TEST_CASE("try_send sends pieces, by rank, and to oneself", "[try_send]") {
    const auto body = [](group& world) {
        mailbox& box = world.box();
        const auto data = pattern(9000, 1);
        if (world.rank() == rank{1}) {
            std::vector<std::byte> buffer(data.size());
            world.recv(rank{0}, tag{1}, std::span(buffer), limit);
            return demand(buffer == data, "pieces");
        }
        auto pieces = data;
        const std::span<const std::byte> whole(pieces);
        const std::vector<std::span<const std::byte>> list{whole.first(10), whole.subspan(10, 0), whole.subspan(10)};
        demand(box.try_send({world.task(rank{1}), tag{1}, world.user_context()}, const_regions(list)),
               "an empty buffer");
        std::fill(pieces.begin(), pieces.end(), std::byte{0});

        int taken = 0;
        while (world.try_send(rank{0}, tag{2}, std::span<const std::byte>(data)))
            demand(++taken < 1000, "the cap holds for messages to oneself");
        for (int i = 0; i < taken; ++i)
            demand(world.recv(rank{0}, tag{2}, limit).payload == data, "to oneself");
        std::vector<std::byte> large(1 << 20), buffer(1 << 20);
        demand(!box.try_send({box.self(), tag{3}}, large), "more than the cap");
        auto posted = box.async_recv({box.self(), tag{3}}, buffer);
        demand(box.try_send({box.self(), tag{3}}, large) && posted.test(), "a receive is posted");
    };
    on_every_transport(2, body, little_room());
}

TEST_CASE("try_send names its errors", "[try_send]") {
    std::atomic<bool> told{false};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{1}) throw std::runtime_error("on purpose");
        const auto attempt = [&](task_id to) { return error_of([&] { (void)box.try_send({to, tag{1}}, {}); }); };
        demand(attempt(task_id{0x3ffff}) == errc::unknown_task, "unknown task");
        demand(error_of([&] { box.recv({world.task(rank{1}), tag{1}}, limit); }) == errc::peer_lost, "it dies");
        told = attempt(world.task(rank{1})) == errc::peer_lost;
    };
    CHECK_THROWS_WITH(on_every_transport(2, body), "on purpose");
    CHECK(told);
}

}  // namespace mailbox_try_send_test
