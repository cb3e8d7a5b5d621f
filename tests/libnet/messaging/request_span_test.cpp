// wait_some, test_any, test_all, and requests that are used again.
#include <array>
#include <atomic>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace request_span_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

const std::vector<std::size_t> none;

// Calls `test` until it is true.
template <class Test>
void until_true(Test test) {
    for (const deadline until(limit); !test();)
        demand(!until.passed(), "it does not become true");
}

}  // namespace

TEST_CASE("wait_some returns every request that is done, each once, in the order of completion", "[wait_some]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        constexpr int count = 50;
        if (world.rank() == rank{0}) {
            box.recv({other_of(world), tag{count}}, limit);
            for (int i = count; i-- > 0;)
                box.send({other_of(world), tag{i}}, bytes_of(i), limit);
            return box.send({other_of(world), tag{count}}, {}, limit);
        }
        std::array<int, count> got{};
        std::vector<request> requests(count + 1);  // the last request stays empty
        for (int i = 0; i < count; ++i)
            requests[static_cast<std::size_t>(i)] =
                box.async_recv({other_of(world), tag{i}}, writable_bytes_of(got[static_cast<std::size_t>(i)]));
        box.send({other_of(world), tag{count}}, {}, limit);
        int expected = count;
        while (expected > 0) {
            const auto done = wait_some(requests, limit);
            demand(!done.empty(), "at least one");
            for (const std::size_t i : done) {
                demand(static_cast<int>(i) == --expected, "in the order in which they were sent");
                demand(requests[i].test(), "it is done");
                requests[i].wait();
                demand(got[i] == expected, "content");
                requests[i].reset();
                demand(!requests[i].valid(), "reset empties");
            }
        }
        box.recv({other_of(world), tag{count}}, limit);
        demand(error_of([&] { (void)wait_some(requests, limit); }) == errc::invalid_argument, "no valid request");
    });
}

TEST_CASE("test_any and test_all do not block, and see messages without another call", "[test_any]") {
    std::atomic<int> looked{0};
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{0}) {
            wait_for(looked, 1);
            box.send({other, tag{1}}, bytes_of(1), limit);
            wait_for(looked, 2);
            return box.send({other, tag{0}}, bytes_of(0), limit);
        }
        std::array<int, 2> got{-1, -1};
        std::array<request, 3> requests;
        for (int i = 0; i < 2; ++i)
            requests[static_cast<std::size_t>(i)] =
                box.async_recv({other, tag{i}}, writable_bytes_of(got[static_cast<std::size_t>(i)]));
        demand(!test_any(requests) && !test_all(requests), "nothing has been sent");
        ++looked;
        until_true([&] { return test_any(requests).has_value(); });
        demand(test_any(requests) == 1u && got[1] == 1 && !test_all(requests), "one of two");
        ++looked;
        until_true([&] { return test_all(requests); });
        demand(test_any(requests) == 1u && got[0] == 0, "both; the first that was done is named");
        for (request& r : requests)
            r.reset();
        demand(test_all(requests) && test_all({}), "nothing to wait for");
        demand(error_of([&] { (void)test_any(requests); }) == errc::invalid_argument, "no valid request");
    });
}

TEST_CASE("test_all throws the failure of a lost peer while another request is under way", "[test_all]") {
    std::atomic<bool> told{false};
    on_every_transport(3, [&](group& world) {
        if (world.rank() == rank{1}) return;
        if (world.rank() == rank{2}) return wait_for(told, true);  // sends nothing
        std::array<std::byte, 2> bytes{};
        std::array<request, 2> requests;
        for (std::size_t i = 0; i < 2; ++i)
            requests[i] = world.async_recv(rank{2 - static_cast<int>(i)}, tag{1}, std::span(&bytes[i], 1));
        errc seen{};
        until_true([&] {
            bool done = false;
            seen = error_of([&] { done = test_all(requests); });
            demand(!done, "one is never done");
            return seen == errc::peer_lost;
        });
        demand(test_any(requests) == 1u, "the one that failed is done");
        told = true;
    });
}

TEST_CASE("reset withdraws a receive, and its request can hold another one", "[reset]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{0}) {
            box.recv({other, tag{2}}, limit);
            box.send({other, tag{1}}, bytes_of(7), limit);
            return;
        }
        int withdrawn = -1, got = -1;
        request r;
        r.reset();
        r = box.async_recv({other, tag{1}}, writable_bytes_of(withdrawn));
        r.reset();
        demand(error_of([&] { r.test(); }) == errc::invalid_argument, "it is empty");
        r = box.async_recv({other, tag{1}}, writable_bytes_of(got));
        box.send({other, tag{2}}, {}, limit);
        r.wait(limit);
        demand(got == 7 && withdrawn == -1, "the withdrawn receive takes no message");
    });
}

}  // namespace request_span_test
