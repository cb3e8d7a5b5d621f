// When the tasks of a quiet run are asked what they wait for.
#include "daemon/client/deadlock_watch.hpp"

#include <catch2/catch.hpp>

#include "tests/daemon/client/made_up_waits.hpp"

namespace deadlock_watch_test {

using namespace banyan::daemon;
using namespace banyan::testing;
using namespace std::chrono_literals;
using clock = deadlock_watch::clock;

namespace {

const clock::time_point start = clock::time_point{} + 1h;
const std::vector<task_waits> stuck{receiver(0, 1), receiver(1, 0)};
const std::vector<task_waits> computing{receiver(0, 1), computing_task(1)};

}  // namespace

TEST_CASE("a quiet run is asked after 1, 6, 60, 120, 180 quiet times") {
    deadlock_watch watch(10s, start);
    for (const int times : {1, 6, 60, 120, 180, 240}) {
        REQUIRE(watch.next() == start + times * 10s);
        watch.note_request(*watch.next());
        CHECK(watch.take(computing, start + times * 10s + 1s).empty());
    }
    const auto now = start + 2000s;
    watch.note_output(now);
    CHECK(watch.next() == now + 10s);
}

TEST_CASE("output postpones the request, however often it comes") {
    deadlock_watch watch(10s, start);
    for (int i = 1; i < 100; ++i) {
        watch.note_output(start + i * 9s);
        CHECK(watch.next() == start + i * 9s + 10s);
    }
}

TEST_CASE("times that have passed without a request are left out") {
    deadlock_watch watch(10s, start);  // for example, the command was stopped
    watch.note_request(start + 70s);
    CHECK(watch.next() == start + 600s);
    watch.note_request(start + 100'000s);
    CHECK(watch.next() == start + 100'200s);
}

TEST_CASE("two answers of stuck tasks, up to a second apart, are a deadlock, and it is reported once") {
    const auto quiet_time = GENERATE(100ms, 1'000ms, 10'000ms);
    deadlock_watch watch(quiet_time, start);
    auto now = start + quiet_time;
    watch.note_request(now);
    CHECK(watch.take(stuck, now).empty());
    now = *watch.next();
    const auto pause = now - (start + quiet_time);
    CHECK(pause == std::min(quiet_time, 1'000ms));
    watch.note_request(now);
    CHECK(watch.take(seconds_later(stuck, std::chrono::duration<double>(pause).count()), now) ==
          std::vector<int>{0, 1});
    CHECK_FALSE(watch.next());
    CHECK(watch.take(stuck, now + 1s).empty());  // a late answer
    CHECK(watch.take(seconds_later(stuck, 100), now + 2s).empty());
    CHECK_FALSE(watch.next());
    watch.note_output(now + 3s);  // for example, a signal has ended a call
    CHECK(watch.next() == now + 3s + quiet_time);
}

TEST_CASE("one answer of stuck tasks is no deadlock, and the next requests come at the usual times") {
    deadlock_watch watch(10s, start);
    watch.note_request(start + 10s);
    CHECK(watch.take(stuck, start + 10s).empty());
    watch.note_request(start + 11s);
    CHECK(watch.next() == start + 60s);
    CHECK(watch.take(computing, start + 11s).empty());
    CHECK(watch.next() == start + 60s);
    watch.note_request(start + 60s);
    CHECK(watch.take(stuck, start + 60s).empty());
    CHECK(watch.next() == start + 61s);
    watch.note_output(start + 60s + 500ms);
    CHECK(watch.take(seconds_later(stuck, 1), start + 61s)
              .empty());  // nothing is compared with answers from before the output
}

TEST_CASE("an answer that does not come is replaced by a later one") {
    deadlock_watch watch(10s, start);
    watch.note_request(start + 10s);
    watch.note_request(start + 60s);
    CHECK(watch.take(stuck, start + 60s).empty());
    watch.note_request(start + 61s);
    watch.note_request(start + 600s);
    CHECK(watch.take(seconds_later(stuck, 540), start + 600s) == std::vector<int>{0, 1});
}

}  // namespace deadlock_watch_test
