// Deadlines at the limits of the range of a duration.
#include <limits>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace deadline_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

TEST_CASE("a deadline beyond what the clock can hold is never", "[mailbox]") {
    CHECK(deadline{}.is_never());
    CHECK(deadline(std::chrono::hours::max()).is_never());
    CHECK(deadline(std::chrono::milliseconds::max()).is_never());
    CHECK(deadline(std::chrono::nanoseconds::max()).is_never());
    CHECK(deadline(std::chrono::duration<double>(std::numeric_limits<double>::infinity())).is_never());
    CHECK(deadline(std::chrono::duration<double>(std::numeric_limits<double>::quiet_NaN())).is_never());
    CHECK_FALSE(deadline(std::chrono::hours(24 * 36524)).is_never());
    CHECK_FALSE(deadline(std::chrono::hours(24 * 36524)).passed());
}

TEST_CASE("a deadline at or before now has passed", "[mailbox]") {
    CHECK(deadline(0ms).passed());
    CHECK(deadline(-1ns).passed());
    CHECK(deadline(std::chrono::milliseconds::min()).passed());
    CHECK(deadline(std::chrono::hours::min()).passed());
    CHECK(deadline(deadline::clock::time_point::min()).passed());
    CHECK_FALSE(deadline(1h).passed());
}

TEST_CASE("a receive with the longest or a passed deadline takes what comes or is there", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{1}) {
            box.recv({world.task(rank{0}), tag{1}}, limit);  // so that the message below arrives later
            return box.send({world.task(rank{0}), tag{2}}, pattern(100, 1), std::chrono::hours::max());
        }
        const task_id other = world.task(rank{1});
        demand(error_of([&] {
                   box.recv({other, any_tag}, std::chrono::milliseconds::min());
               }) == errc::timeout,
               "nothing is there");
        box.send({other, tag{1}}, {}, limit);
        demand(box.probe({other, tag{2}}, std::chrono::hours::max()).size_bytes == 100, "probe waits");
        demand(box.recv({other, tag{2}}, -1h).payload == pattern(100, 1), "recv takes what is there");
    });
}

}  // namespace deadline_test
