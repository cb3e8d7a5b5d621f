// The request that wait_any returns if several are done. No request may starve.
#include <algorithm>
#include <array>
#include <atomic>
#include <sstream>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_wait_any_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int soon = 100;  // turns in which wait_any must have seen a message that has arrived

// A message that has been sent has arrived, except over TCP: the system may deliver it later.
bool arrives_at_once(transport_kind kind) {
    return kind != transport_kind::tcp;
}

}  // namespace

TEST_CASE("wait_any lets no request starve", "[wait_any]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        constexpr int count = 60, tags = 3;
        if (world.rank() == rank{0}) {  // all messages are there before the first test
            for (int t = 0; t < tags; ++t)
                for (int i = 0; i < count; ++i)
                    box.send({other_of(world), tag{t}}, bytes_of(i), limit);
            return box.send({other_of(world), tag{99}}, {}, limit);
        }
        box.recv({other_of(world), tag{99}}, limit);
        std::vector<int> values(tags), seen(tags, 0);
        std::vector<request> requests(tags);
        const auto post = [&](std::size_t t) {
            requests[t] = box.async_recv({other_of(world), tag{static_cast<int>(t)}}, writable_bytes_of(values[t]));
        };
        for (std::size_t t = 0; t < tags; ++t)
            post(t);
        for (int i = 0; i < count * tags; ++i) {  // each request is always ready: posted again, it is done at once
            const std::size_t t = wait_any(requests, limit);
            requests[t].wait(limit);
            demand(values[t] == seen[t]++, "order");
            demand(std::abs(seen[t] - seen[(t + 1) % tags]) <= 1, "one is served more than another");
            requests[t] = request();
            if (seen[t] < count) post(t);
        }
    });
}

TEST_CASE("wait_any sees a peer that sends while another's messages are always available", "[wait_any]") {
    const auto kind = any_transport();
    INFO("transport " << name_of(kind));
    std::atomic<int> have_sent{0};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        constexpr int stored = 2000;
        const tag data{1}, go{2};
        const int me = world.rank().value;
        if (me > 0) {
            const task_id reader = world.task(rank{0});
            if (me == 1)
                for (int i = 0; i < stored; ++i)
                    box.send({reader, data}, bytes_of(i), limit);
            box.send({reader, go}, {}, limit);
            box.recv({reader, go}, limit);
            if (me > 1) box.send({reader, data}, bytes_of(me), limit);
            ++have_sent;
            return void(box.recv({reader, go}, limit));
        }
        for (int r = 1; r < 4; ++r)  // then all messages of rank 1 are stored here
            box.recv({world.task(rank{r}), go}, limit);
        std::array<int, 3> values{};
        std::array<request, 3> requests;
        const auto post = [&](int r) {
            const auto i = static_cast<std::size_t>(r - 1);
            requests[i] = box.async_recv({world.task(rank{r}), data}, writable_bytes_of(values[i]));
        };
        for (int r = 1; r < 4; ++r)
            box.send({world.task(rank{r}), go}, {}, limit);
        wait_for(have_sent, 3);  // then the messages of the others are in their links
        for (int r = 1; r < 4; ++r)
            post(r);
        // After the last stored message, this rank sends to itself, so that a message is always available.
        const auto post_next = [&](int taken) {
            if (taken < stored) return post(1);
            requests[0] = box.async_recv({box.self(), data}, writable_bytes_of(values[0]));
            box.send({box.self(), data}, bytes_of(taken), limit);
        };
        std::array<bool, 3> seen{};
        const deadline until(limit);
        for (int turn = 0, taken = 0; !seen[1] || !seen[2]; ++turn) {
            demand(turn < soon || !arrives_at_once(kind), "a message that had arrived was not seen in 100 turns");
            demand(!until.passed(), "a message that had been sent was never seen");
            const auto i = wait_any(requests, limit);
            requests[i].wait(limit);
            seen[i] = true;
            requests[i] = request();
            if (i == 0) post_next(++taken);
        }
        requests = {};
        for (int r = 1; r < 4; ++r)
            box.send({world.task(rank{r}), go}, {}, limit);
    };
    run_threads(4, body, kind);
}

TEST_CASE("wait_any sees a message while sends are always done at once", "[wait_any]") {
    const auto kind = any_transport();
    INFO("transport " << name_of(kind));
    std::atomic<int> have_sent{0};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{1}) {
            box.send({other, tag{9}}, {}, limit);
            box.send({other, tag{1}}, bytes_of(7), limit);
            ++have_sent;
            return void(box.recv({other, tag{9}}, limit));
        }
        box.recv({other, tag{9}}, limit);
        wait_for(have_sent, 1);
        int value = 0;
        std::array<request, 2> requests;
        requests[1] = box.async_recv({other, tag{1}}, writable_bytes_of(value));
        int turns = 0, returned = 0;
        request to_itself;
        const deadline until(limit);
        do {
            demand(++turns < soon || !arrives_at_once(kind), "the message that had arrived was not seen in 100 turns");
            demand(!until.passed(), "the message that had been sent was never seen");
            // After many sends to the other rank there is no credit. A send to a receive of this rank needs none.
            const task_id to = turns < soon ? other : box.self();
            if (to == box.self()) to_itself = box.async_recv({to, tag{2}}, writable_bytes_of(returned));
            requests[0] = box.async_send({to, tag{2}}, bytes_of(turns));
        } while (wait_any(requests, limit) == 0);
        requests[1].wait(limit);
        demand(value == 7, "content");
        box.send({other, tag{9}}, {}, limit);
    };
    run_threads(2, body, kind);
}

TEST_CASE("wait_any refuses requests of several mailboxes", "[wait_any]") {
    std::array<mailbox*, 2> boxes{};
    std::atomic<int> there{0}, over{0};
    run_threads(2, [&](group& world) {
        boxes[static_cast<std::size_t>(world.rank().value)] = &world.box();
        ++there;
        wait_for(there, 2);
        if (world.rank() == rank{0}) {
            std::array<request, 3> requests;
            for (std::size_t i = 0; i < 2; ++i)
                requests[i + 1] = boxes[i]->async_recv({any_source, tag{1}}, std::span<std::byte>{});
            demand(error_of([&] { (void)wait_any(requests, limit); }) == errc::invalid_argument, "two mailboxes");
            demand(error_of([&] { (void)wait_any(std::span(requests).first(1), limit); }) == errc::invalid_argument,
                   "no valid request");
        }
        ++over;
        wait_for(over, 2);
    });
}

TEST_CASE("wait_any names the tasks whose messages are missing when the deadline passes", "[wait_any]") {
    run_threads(3, [](group& world) {
        if (world.rank() != rank{0}) return void(world.box().recv({world.task(rank{0}), tag{1}}, limit));
        int value = 0;
        std::array<request, 4> requests{world.box().async_recv({world.task(rank{1}), tag{2}}, writable_bytes_of(value)),
                                        world.box().async_recv({world.task(rank{2}), tag{2}}, writable_bytes_of(value)),
                                        world.box().async_recv({world.task(rank{1}), tag{3}}, writable_bytes_of(value)),
                                        world.box().async_recv({any_source, tag{4}}, writable_bytes_of(value))};
        std::string text;
        try {
            (void)wait_any(requests, std::chrono::milliseconds(1));
        } catch (const error& e) {
            text = e.what();
        }
        const auto name = [&](int r) {
            std::ostringstream hex;
            hex << "rank " << r << " (task " << std::hex << world.task(rank{r}).value << ')';
            return hex.str();
        };
        demand(text == "wait_any on 4 requests with " + name(1) + ", " + name(2) + ", any task: the deadline passed",
               text.c_str());
        for (int r = 1; r < 3; ++r)
            world.box().send({world.task(rank{r}), tag{1}}, {}, limit);
    });
}

TEST_CASE("only the first of many sends waits for a receiver that does not come", "[detach]") {
    constexpr int count = 2000;
    const std::size_t size = GENERATE(100u, 10'000u);
    mailbox_options options;
    options.unexpected_cap_bytes = 64 << 10;
    options.detach_after = std::chrono::milliseconds(100);  // without this, all sends together would wait for minutes
    std::atomic<int> all_taken{0};
    on_every_transport(
        2,
        [&](group& world) {
            mailbox& box = world.box();
            const task_id other = other_of(world);
            if (world.rank() == rank{0}) {
                box.send({other, tag{2}}, {}, limit);  // opens the link
                box.recv({other, tag{2}}, limit);
                for (int i = 0; i < count; ++i)
                    box.send({other, tag{1}}, pattern(size, static_cast<unsigned>(i)), limit);
                return void(++all_taken);
            }
            box.recv({other, tag{2}}, limit);
            box.send({other, tag{2}}, {}, limit);
            wait_for(all_taken, 1);
            std::vector<std::byte> buffer(size);
            for (int i = 0; i < count; ++i) {
                box.recv({other, tag{1}}, buffer, limit);
                demand(buffer == pattern(size, static_cast<unsigned>(i)), "order or content");
            }
        },
        options);
}

}  // namespace mailbox_wait_any_test
