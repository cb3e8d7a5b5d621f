// Notices of ends and of changes of the hosts.
#include "daemon/pvm/notifications.hpp"

#include <catch2/catch.hpp>

#include "daemon/pvm/codes.hpp"
#include "tests/daemon/pvm/recorded_effects.hpp"

namespace notifications_test {

using namespace banyan::daemon::pvm;
using banyan::testing::integers;

TEST_CASE("The end of a task is reported once for each order, in the context of the order", "[pvm]") {
    notifications all;
    all.watch_task(5, {1, 10, 3});
    all.watch_task(5, {1, 10, 3});
    all.watch_task(5, {2, 11, 0});
    all.watch_task(6, {1, 10, 3});
    const auto notices = all.task_ended(5);
    REQUIRE(notices.size() == 3);
    CHECK(notices[0].to == 1);
    CHECK(notices[0].message.source() == std::numeric_limits<int>::min());
    CHECK(notices[0].message.tag() == 10);
    CHECK(notices[0].message.context() == 3);
    CHECK(notices[0].message.encoding() == 0x10000000);
    CHECK(notices[0].message.after_last_of() == 5);
    CHECK(integers(notices[0].message) == std::vector{5});
    CHECK(notices[2].to == 2);
    CHECK(all.task_ended(5).empty());
}

TEST_CASE("The end of a route is reported with the tid and -1, and is cancelled alone", "[pvm]") {
    notifications all;
    const notifications::order of_task{1, 10, 0}, of_route{1, 10, 0, true};
    all.watch_task(5, of_task);
    all.watch_task(5, of_route);
    all.watch_task(6, of_route);
    const auto cancelled = all.cancel_task(6, of_route);
    REQUIRE(cancelled.size() == 1);
    CHECK(integers(cancelled[0].message) == std::vector{6, -1});
    CHECK(all.cancel_task(5, of_task).size() == 1);
    const auto notices = all.task_ended(5);
    REQUIRE(notices.size() == 1);
    CHECK(integers(notices[0].message) == std::vector{5, -1});
    CHECK(notices[0].message.after_last_of() == 5);
    CHECK(all.task_ended(6).empty());
}

TEST_CASE("The end of a host is reported with the tid of the order", "[pvm]") {
    notifications all;
    all.watch_host(0x80003, {1, 10, 0});
    all.watch_host(0x80000, {2, 10, 0});
    all.watch_host(0x40000, {3, 10, 0});
    const auto notices = all.host_deleted(2);
    REQUIRE(notices.size() == 2);
    CHECK(integers(notices[0].message) == std::vector{0x80003});
    CHECK(integers(notices[1].message) == std::vector{0x80000});
    CHECK(notices[0].message.after_last_of() == 0);
    CHECK(all.host_deleted(2).empty());
}

TEST_CASE("Added hosts are reported as often as ordered", "[pvm]") {
    notifications all;
    all.watch_additions({1, 10, 4}, 2);
    all.watch_additions({2, 20, 0}, -1);
    auto notices = all.hosts_added({3});
    REQUIRE(notices.size() == 2);
    CHECK(integers(notices[0].message) == std::vector{1, 0xc0000});
    CHECK(notices[0].message.context() == 4);
    CHECK(all.hosts_added({4}).size() == 2);
    CHECK(all.hosts_added({5}).size() == 1);
    all.watch_additions({2, 20, 0}, 1);  // replaces
    CHECK(all.hosts_added({6}).size() == 1);
    CHECK(all.hosts_added({7}).empty());
    all.watch_additions({2, 20, 0}, -1);
    all.watch_additions({2, 20, 0}, 0);
    CHECK(all.hosts_added({8}).empty());
}

TEST_CASE("Hosts that are added together are told in one message, which counts once", "[pvm]") {
    notifications all;
    all.watch_additions({1, 10, 0}, 2);
    const auto notices = all.hosts_added({3, 5, 4});
    REQUIRE(notices.size() == 1);
    CHECK(integers(notices[0].message) == std::vector{3, 0x140000, 0x100000, 0xc0000});
    CHECK(all.hosts_added({}).empty());
    CHECK(all.hosts_added({6}).size() == 1);
    CHECK(all.hosts_added({7}).empty());
}

TEST_CASE("An order of added hosts replaces only that with its tag and context", "[pvm]") {
    notifications all;
    all.watch_additions({1, 10, 0}, -1);
    all.watch_additions({1, 11, 0}, -1);
    all.watch_additions({1, 10, 7}, -1);
    CHECK(all.hosts_added({3}).size() == 3);
    all.watch_additions({1, 10, 0}, 1);
    CHECK(all.hosts_added({4}).size() == 3);
    const auto left = all.hosts_added({5});
    REQUIRE(left.size() == 2);
    all.watch_additions({1, 11, 0}, 0);
    REQUIRE(all.hosts_added({6}).size() == 1);
    CHECK(all.hosts_added({7})[0].message.context() == 7);
}

TEST_CASE("A cancelled order is reported at once and does not wait for messages of the task", "[pvm]") {
    notifications all;
    const notifications::order order{1, 10, 0};
    all.watch_task(5, order);
    all.watch_task(5, order);
    all.watch_task(5, {1, 11, 0});
    auto notices = all.cancel_task(5, order);
    REQUIRE(notices.size() == 1);
    CHECK(integers(notices[0].message) == std::vector{5});
    CHECK(notices[0].message.after_last_of() == 0);
    CHECK(all.cancel_task(5, order).size() == 1);
    CHECK(all.cancel_task(5, order).empty());
    CHECK(all.task_ended(5).size() == 1);
    all.watch_host(0x40001, order);
    all.watch_host(0x40002, order);
    CHECK(all.cancel_host(0x80001, order).empty());
    CHECK(all.cancel_host(0x40000, {1, 11, 0}).empty());
    notices = all.cancel_host(0x40000, order);
    REQUIRE(notices.size() == 1);
    CHECK(integers(notices[0].message) == std::vector{0x40001});
    notices = all.host_deleted(1);
    REQUIRE(notices.size() == 1);
    CHECK(integers(notices[0].message) == std::vector{0x40002});
}

TEST_CASE("A task that has ended gets no notices", "[pvm]") {
    notifications all;
    all.watch_task(5, {1, 10, 0});
    all.watch_task(5, {2, 10, 0});
    all.watch_host(0x40000, {1, 10, 0});
    all.watch_additions({1, 10, 0}, -1);
    all.forget(1);
    CHECK(all.task_ended(5).size() == 1);
    CHECK(all.host_deleted(1).empty());
    CHECK(all.hosts_added({2}).empty());
}

}  // namespace notifications_test
