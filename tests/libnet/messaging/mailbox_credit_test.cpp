// Messages without credit do not block others, and the memory of withdrawn sends is bounded. On each transport.
#include <atomic>

#include "tests/common/long_form.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_credit_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// The window of a rank in a run of 200.
mailbox_options small_windows() {
    mailbox_options options;
    options.unexpected_cap_bytes = 64 << 10;
    return options;
}

std::vector<request> start_sends(mailbox& box, destination to, const std::vector<std::byte>& payload, int count) {
    std::vector<request> sends;
    sends.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        sends.push_back(box.async_send(to, payload));
    return sends;
}

// Exchanges one message of no bytes in each direction.
void meet(mailbox& box, task_id other) {
    box.send({other, tag{9}}, {}, limit);
    box.recv({other, tag{9}}, limit);
}

void receive_all(mailbox& box, selector from, const std::vector<std::byte>& expected, int count) {
    std::vector<std::byte> buffer(expected.size());
    for (int i = 0; i < count; ++i) {
        box.recv(from, buffer, limit);
        demand(buffer == expected, "content");
    }
}

}  // namespace

TEST_CASE("many sends both ways, a barrier, then the receives", "[credit]") {
    const std::size_t size = GENERATE(8u, 8000u, 100'000u);
    const bool small = GENERATE(true, false);
    on_every_transport(
        2,
        [=](group& world) {
            const auto payload = pattern(size, 1);
            const task_id other = other_of(world);
            auto sends = start_sends(world.box(), {other, tag{1}}, payload, 1000);
            meet(world.box(), other);
            receive_all(world.box(), {other, tag{1}}, payload, 1000);
            wait_all(sends, limit);
        },
        small ? small_windows() : mailbox_options{});
}

TEST_CASE("try_recv gets a message that has no room beside others, and refuses one that is too long", "[credit]") {
    constexpr std::size_t size = 40'000;  // two of them are longer than all the room
    on_every_transport(
        2,
        [](group& world) {
            mailbox& box = world.box();
            const task_id other = other_of(world);
            const auto payload = pattern(size, 1);
            if (world.rank() == rank{1}) {
                std::vector<request> sends;
                for (const int t : {1, 2, 3})
                    sends.push_back(box.async_send({other, tag{t}}, payload));
                meet(box, other);
                return wait_all(sends, limit);
            }
            std::vector<std::byte> buffer(size), short_buffer(size - 1);
            const auto receive = [&](int t, std::span<std::byte> into) {
                for (const deadline until(limit); !until.passed(); std::this_thread::yield())
                    if (box.try_recv({other, tag{t}}, into)) return true;
                return false;
            };
            const int kept = 1;
            auto to_self = box.async_send({box.self(), tag{4}}, bytes_of(kept));
            meet(box, other);
            (void)box.try_recv({other, tag{2}}, buffer);  // it is cleared to send, and fills the room
            demand(receive(1, buffer) && buffer == payload, "the message beside another one");
            demand(error_of([&] { (void)receive(3, short_buffer); }) == errc::truncated, "the one that is too long");
            demand(receive(2, buffer) && buffer == payload, "the first one");
        },
        small_windows());
}

TEST_CASE("the tags of many messages are received in another order than they were sent", "[credit]") {
    const std::size_t size = GENERATE(8u, 8000u, 100'000u);
    const bool blocking = GENERATE(true, false);
    constexpr int count = 100;
    on_every_transport(
        2,
        [=](group& world) {
            mailbox& box = world.box();
            const auto first = pattern(size, 1), second = pattern(size / 2, 2);
            const task_id other = other_of(world);
            if (world.rank() == rank{1}) {
                receive_all(box, {other, tag{2}}, second, 1);
                receive_all(box, {other, tag{1}}, first, count);
                return;
            }
            std::vector<request> sends;
            if (blocking)
                for (int i = 0; i < count; ++i)
                    box.send({other, tag{1}}, first, limit);
            else
                sends = start_sends(box, {other, tag{1}}, first, count);
            box.send({other, tag{2}}, second, limit);
            wait_all(sends, limit);
        },
        small_windows());
}

TEST_CASE("a hundred thousand requests of one tag do not hide one of another", "[credit]") {
    const int count = samples(100'000);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        const auto payload = pattern(8, 1);
        const task_id other = other_of(world);
        if (world.rank() == rank{1}) {
            receive_all(box, {other, tag{2}}, payload, 1);
            receive_all(box, {other, tag{1}}, payload, count);
            return;
        }
        auto sends = start_sends(box, {other, tag{1}}, payload, count);
        sends.push_back(box.async_send({other, tag{2}}, payload));
        sends.back().wait(limit);
        wait_all(sends, limit);
    });
}

TEST_CASE("a queued send that is cancelled or dropped lets those behind it leave", "[credit]") {
    const bool drop = GENERATE(true, false);
    std::atomic<bool> filled{false};
    on_every_transport(
        2,
        [&](group& world) {
            mailbox& box = world.box();
            const task_id other = other_of(world);
            const auto big = pattern(15'000, 1), little = pattern(100, 2);
            if (world.rank() == rank{1}) {
                meet(box, other);
                wait_for(filled, true);
                receive_all(box, {other, tag{2}}, little, 1);
                receive_all(box, {other, tag{1}}, big, 2);
                return box.send({other, tag{3}}, {}, limit);
            }
            meet(box, other);
            auto sends = start_sends(box, {other, tag{1}}, big, 3);  // two use all credit except 3 kB
            auto behind = box.async_send({other, tag{2}}, little);
            if (drop)
                sends.pop_back();
            else
                demand(sends.back().cancel(), "nothing of it has left");
            filled = true;
            behind.wait(limit);
            box.recv({other, tag{3}}, limit);
        },
        small_windows());
}

TEST_CASE("sends that time out are kept within the send buffer, and no others come", "[credit]") {
    std::atomic<bool> given_up{false};
    std::atomic<int> returned{0};  // a send that timed out may have been kept as well
    mailbox_options options = small_windows();
    options.send_buffer_bytes = 4 << 20;
    on_every_transport(
        2,
        [&](group& world) {
            mailbox& box = world.box();
            const task_id other = other_of(world);
            const auto payload = pattern(1 << 20, 1);
            meet(box, other);
            if (world.rank() == rank{0}) {
                for (int i = 0; i < 40; ++i)
                    returned += error_of([&] { box.send({other, tag{1}}, payload, 5ms); }) == errc::timeout ? 0 : 1;
                box.send({other, tag{2}}, {}, limit);
                given_up = true;
                return void(box.recv({other, tag{3}}, limit));
            }
            wait_for(given_up, true);
            box.recv({other, tag{2}}, limit);  // now this rank knows of all that were kept
            int kept = 0;
            for (; box.try_probe({other, tag{1}}); ++kept)
                receive_all(box, {other, tag{1}}, payload, 1);
            demand(kept >= 3 && kept <= 4, "as many as the send buffer holds");
            demand(kept >= returned, "all whose send returned");
            box.send({other, tag{3}}, {}, limit);
        },
        options);
}

TEST_CASE("an async_send to oneself of any length waits for its receive", "[credit]") {
    on_every_transport(
        1,
        [](group& world) {
            mailbox& box = world.box();
            const auto payload = pattern(1 << 20, 1), little = pattern(10, 2);
            auto sends = start_sends(box, {box.self(), tag{1}}, payload, 3);
            auto after = box.async_send({box.self(), tag{1}}, little);
            demand(!sends[2].test(), "there is no room for it");
            demand(box.probe({box.self(), tag{1}}, limit).size_bytes == payload.size(), "probe");
            std::vector<std::byte> buffer(payload.size());
            demand(box.try_recv({box.self(), tag{1}}, buffer) && buffer == payload, "try_recv");
            demand(box.claim({box.self(), tag{1}}, limit).recv(limit).payload == payload, "claim");
            receive_all(box, {box.self(), tag{1}}, payload, 1);
            demand(box.recv({box.self(), tag{1}}, limit).payload == little, "order");
            wait_all(sends, limit);
            after.wait(limit);
            box.send({box.self(), tag{1}}, payload, limit);  // goes into the send buffer
            receive_all(box, {box.self(), tag{1}}, payload, 1);
        },
        small_windows());
}

}  // namespace mailbox_credit_test
