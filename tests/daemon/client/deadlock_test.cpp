// Which reports of the tasks of a run are those of a deadlock.
#include "daemon/client/deadlock.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "tests/daemon/client/made_up_waits.hpp"

namespace deadlock_test {

using namespace banyan::daemon;
using namespace banyan::testing;

namespace {

using ranks = std::vector<int>;
using tasks = std::vector<task_waits>;

constexpr double pause_s = 1;  // between two sets of reports

/// What is found if the tasks stay as they are.
ranks found(const tasks& run) {
    return find_deadlock(run, seconds_later(run, pause_s), std::chrono::duration<double>(pause_s));
}

/// Each rank receives from the next one.
tasks ring(int n) {
    tasks run;
    for (int i = 0; i < n; ++i)
        run.push_back(receiver(i, (i + 1) % n));
    return run;
}

/// Changes the report of one task.
template <class Change>
tasks changed(tasks run, std::size_t rank, Change change) {
    change(run.at(rank));
    return run;
}

}  // namespace

TEST_CASE("ranks that receive from each other are in a deadlock, in cycles of any size") {
    for (int n = 1; n < 20; ++n) {
        ranks all;
        for (int i = 0; i < n; ++i)
            all.push_back(i);
        CHECK(found(ring(n)) == all);
    }
    CHECK(found({}).empty());
    CHECK(found({receiver(0, 1), receiver(1, 2), receiver(2, 1)}) == ranks{1, 2});  // rank 0 waits for the cycle
}

TEST_CASE("hosts make no difference") {
    CHECK(found(changed(ring(3), 1, [](task_waits& one) { one.task.host = "b"; })) == ranks{0, 1, 2});
}

TEST_CASE("ranks that wait in a collective for one that receives from them are in a deadlock") {
    tasks run{receiver(0, 2)};
    for (int i = 1; i < 4; ++i)
        run.push_back(idle_task(i, blocked_in(call_kind::collective, {from_rank(i - 1)})));
    CHECK(found(run) == ranks{0, 2, 1});
    run[0] = computing_task(0);  // it may still enter the collective
    CHECK(found(run).empty());
}

TEST_CASE("sends that no rank receives are a deadlock") {
    const auto sender = [](int rank, int to) {
        return idle_task(rank, blocked_in(call_kind::send, {to_rank(to, std::uint64_t{1} << 30)}));
    };
    CHECK(found({sender(0, 1), sender(1, 0)}) == ranks{0, 1});
    CHECK(found({sender(0, 1), receiver(1, 0)}) == ranks{0, 1});  // with another tag
}

TEST_CASE("two cycles are a deadlock, and one of them is named") {
    CHECK(found({receiver(0, 1), receiver(1, 0), receiver(2, 3), receiver(3, 2)}) == ranks{0, 1});
    CHECK(found({receiver(0, 1), receiver(1, 0), receiver(2, 3), computing_task(3)}).empty());
}

TEST_CASE("a receive from any rank waits for all others") {
    const auto server = idle_task(0, blocked_in(call_kind::receive, {from_any_rank()}));
    CHECK(found({server, receiver(1, 0), receiver(2, 0)}) == ranks{0, 1});
    CHECK(found({server, receiver(1, 0), computing_task(2)}).empty());
    CHECK(found({server}) == ranks{0});  // no other task is left
}

TEST_CASE("a wait for one of several messages is stuck only if no rank can send any of them") {
    const auto either = idle_task(0, blocked_in(call_kind::wait_any, {from_rank(1), from_rank(2)}));
    CHECK(found({either, receiver(1, 0), receiver(2, 0)}) == ranks{0, 1});
    CHECK(found({either, receiver(1, 0), computing_task(2)}).empty());
    auto unlisted = either;
    unlisted.seen.calls[0].awaited_count = 20;  // the report has only the first of them
    CHECK(found({unlisted, receiver(1, 0), receiver(2, 0)}).empty());
}

TEST_CASE("a task that may continue by itself is in no deadlock") {
    const auto run = ring(3);
    for (std::size_t rank = 0; rank < run.size(); ++rank) {
        CHECK(found(changed(run, rank, [](task_waits& one) { one = computing_task(one.task.rank); })).empty());
        // It has another thread, a call with a deadline, or a message in transit.
        CHECK(found(changed(run, rank, [](task_waits& one) { one.seen.idle = false; })).empty());
        for (const auto what :
             {task_waits::answer::silent, task_waits::answer::not_attached, task_waits::answer::attaching})
            CHECK(found(changed(run, rank, [what](task_waits& one) { one.what = what; })).empty());
        CHECK(
            found(changed(run, rank, [](task_waits& one) { one.seen.calls[0].awaited[0].under_way = true; })).empty());
        // A close, or a wait_descriptor without messages.
        CHECK(found(changed(run, rank, [](task_waits& one) { one.seen.calls[0].what = call_kind::other; })).empty());
    }
}

TEST_CASE("both sets of reports must have the same tasks in the same calls") {
    const auto run = ring(3);
    const std::chrono::duration<double> pause(pause_s);
    REQUIRE_FALSE(find_deadlock(run, seconds_later(run, pause_s), pause).empty());
    const auto is_deadlock = [&](const tasks& before, const tasks& now) {
        return !find_deadlock(before, now, pause).empty();
    };
    const auto now = seconds_later(run, pause_s);
    CHECK_FALSE(is_deadlock({run.begin(), run.end() - 1}, now));
    CHECK_FALSE(is_deadlock(run, {now.begin() + 1, now.end()}));
    for (std::size_t rank = 0; rank < run.size(); ++rank) {
        const auto is_with = [&](auto change) {
            return is_deadlock(run, changed(now, rank, change)) || is_deadlock(changed(run, rank, change), now);
        };
        CHECK_FALSE(is_with([](task_waits& one) { one.task.task = banyan::net::task_id{99}; }));
        CHECK_FALSE(is_with([](task_waits& one) { one.seen.message_count = 1; }));  // a message has come or was taken
        CHECK_FALSE(is_with([](task_waits& one) { one.seen.idle = false; }));
        CHECK_FALSE(is_with([](task_waits& one) { one.seen.calls.push_back(one.seen.calls[0]); }));
        // The call began after the first reports.
        for (const double seconds : {0.0, 0.99, -1.0, std::numeric_limits<double>::quiet_NaN()})
            CHECK_FALSE(is_deadlock(run, changed(now, rank, [seconds](task_waits& one) {
                                        one.seen.calls[0].waited = std::chrono::duration<double>(seconds);
                                    })));
    }
}

TEST_CASE("ranks that are no ranks are in no cycle") {
    for (const int rank : {-1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
        auto one = receiver(0, 0);
        one.task.rank = rank;
        CHECK(found({one}).empty());
    }
}

}  // namespace deadlock_test
