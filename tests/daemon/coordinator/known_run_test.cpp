#include "daemon/coordinator/known_run.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

#include "banyan/net/error.hpp"
#include "banyan/net/ids.hpp"
#include "tests/common/error_of.hpp"

namespace known_run_test {

using namespace banyan::daemon;

namespace {

constexpr banyan::net::host_id here{1}, there{2}, elsewhere{3};
constexpr int last_run = 9;

std::uint32_t task_of(banyan::net::host_id host, std::uint32_t local) {
    return banyan::net::task_id::make(host.value, local).value;
}

/// A run with two tasks on each of the first two hosts. Their local numbers are above those of runs with lower numbers.
wire::FromHost known(int number, int losses, std::int64_t age_ms) {
    wire::FromHost message;
    auto& run = *message.mutable_run_known();
    run.set_run(number);
    run.set_age_ms(age_ms);
    run.mutable_record()->set_run(number);
    for (const auto host : {here, there}) {
        run.mutable_record()->add_hosts()->set_number(host.value);
        for (const std::uint32_t i : {1u, 2u})
            run.mutable_record()->add_tasks(task_of(host, static_cast<std::uint32_t>(2 * number) + i));
    }
    for (int i = 0; i < losses; ++i)
        run.add_losses()->set_task(static_cast<std::uint32_t>(i));
    return message;
}

wire::FromHost known_task(int run, std::uint32_t task) {
    wire::FromHost message;
    message.mutable_task_known()->set_run(run);
    message.mutable_task_known()->set_task(task);
    return message;
}

bool is_refused(known_runs& all, banyan::net::host_id from, const wire::FromHost& message) {
    return banyan::testing::error_of([&] { all.take(from, message); }) == banyan::net::errc::protocol_violation;
}

}  // namespace

TEST_CASE("Reports of hosts about a run are merged: the longest list of losses, the greatest age, all tasks",
          "[resume]") {
    known_runs all(last_run);
    all.take(here, known(3, 2, 120));
    all.take(here, known_task(3, task_of(here, 7)));
    all.take(there, known(3, 4, 90));
    for (const std::uint32_t local : {7u, 8u})
        all.take(there, known_task(3, task_of(there, local)));
    const auto list = all.list();
    REQUIRE(list.size() == 1);
    CHECK(list.at(3).losses.size() == 4);
    CHECK(list.at(3).age_ms == 120);
    CHECK(list.at(3).tasks.size() == 3);
    CHECK(list.at(3).record.tasks(0) == task_of(here, 7));
    CHECK(list.at(3).hosts == std::set<std::uint32_t>{1, 2});
}

TEST_CASE("Of several endings that hosts report, the one with most information is used", "[resume]") {
    auto killed = known(1, 0, 0);
    killed.mutable_run_known()->mutable_ending()->set_killed(true);
    killed.mutable_run_known()->mutable_ending()->mutable_result()->set_status(9);
    auto begun = known(1, 0, 0);
    begun.mutable_run_known()->mutable_ending()->set_interrupted_by(2);
    for (const bool killed_is_first : {false, true}) {
        known_runs all(last_run);
        all.take(here, killed_is_first ? killed : begun);
        all.take(there, killed_is_first ? begun : killed);
        CHECK(all.list().at(1).ending.killed());
        CHECK(all.list().at(1).ending.result().status() == 9);
    }
}

TEST_CASE("Messages that are not about known runs are ignored", "[resume]") {
    known_runs all(last_run);
    all.take(here, wire::FromHost());
    CHECK(all.list().empty());
}

TEST_CASE("A report about runs that a host cannot know, or that contradicts others, is refused", "[resume]") {
    known_runs all(last_run);
    all.take(here, known(1, 0, 0));
    CHECK(is_refused(all, here, known(1, 0, 0)));  // twice
    auto other = known(1, 0, 0);
    other.mutable_run_known()->mutable_record()->add_tasks(task_of(there, 99));
    CHECK(is_refused(all, there, other));
    auto as_host = known(1, 0, 0);
    as_host.mutable_run_known()->mutable_record()->add_hosts()->set_number(elsewhere.value);
    CHECK(is_refused(all, elsewhere, as_host));  // it has no task there
    auto confused = known(3, 0, 0);
    confused.mutable_run_known()->mutable_record()->set_run(4);
    CHECK(is_refused(all, here, confused));
    auto without_record = known(3, 0, 0);
    without_record.mutable_run_known()->clear_record();
    CHECK(is_refused(all, here, without_record));
    for (const int number : {-1, 0, last_run + 1})
        CHECK(is_refused(all, here, known(number, 0, 0)));
    all.take(here, known(last_run, 0, 0));
}

TEST_CASE("A report with more tasks, hosts or losses than a run can have is refused", "[resume]") {
    const auto filled = [](int tasks, int hosts, int losses) {
        auto message = known(1, losses, 0);
        auto& record = *message.mutable_run_known()->mutable_record();
        for (int i = record.tasks_size(); i < tasks; ++i)
            record.add_tasks(task_of(here, static_cast<std::uint32_t>(100 + i)));
        for (int i = record.hosts_size(); i < hosts; ++i)
            record.add_hosts();
        return message;
    };
    constexpr int most = 65536;
    known_runs all(last_run);
    CHECK(is_refused(all, here, filled(most + 1, 2, 0)));
    CHECK(is_refused(all, here, filled(4, 5, 0)));
    CHECK(is_refused(all, here, filled(4, 2, 5)));
    auto losers = filled(4, 2, 0);
    for (int i = 0; i < 5; ++i)
        losers.mutable_run_known()->add_elsewhere();
    CHECK(is_refused(all, here, losers));
    auto doubled = known(1, 0, 0);
    doubled.mutable_run_known()->mutable_record()->add_tasks(task_of(here, 3));
    CHECK(is_refused(all, here, doubled));
    CHECK(all.list().empty());
    all.take(here, filled(most, 4, 4));
    CHECK(all.list().at(1).record.tasks_size() == most);
}

TEST_CASE("A report about a task that no reported run has is refused", "[resume]") {
    known_runs all(last_run);
    CHECK(is_refused(all, here, known_task(1, task_of(here, 3))));
    all.take(here, known(1, 0, 0));
    CHECK(is_refused(all, there, known_task(1, task_of(there, 3))));  // this host has not reported the run yet
    CHECK(is_refused(all, here, known_task(1, task_of(here, 9))));
    CHECK(is_refused(all, here, known_task(2, task_of(here, 3))));
    all.take(here, known_task(1, task_of(here, 3)));
    CHECK(all.list().at(1).tasks.size() == 1);
    CHECK(all.list().size() == 1);
}

TEST_CASE("A task that has ended on a host that left is restored only if the run has it", "[resume]") {
    auto message = known(1, 0, 0);
    for (const std::uint32_t local : {3u, 99u}) {
        auto& over = *message.mutable_run_known()->add_elsewhere();
        over.set_task(task_of(there, local));
        over.set_run(1);
        over.set_ended(true);
    }
    known_runs all(last_run);
    all.take(here, message);
    CHECK(all.list().at(1).tasks.size() == 1);
    CHECK(all.list().at(1).tasks.contains(task_of(there, 3)));
}

TEST_CASE("The messages of one host before the runs are restored are limited", "[resume]") {
    wire::FromHost message;
    message.mutable_output()->set_data(std::string(std::size_t{1} << 20, 'x'));
    known_runs all(last_run);
    std::size_t counted = 0;
    const auto refused = [&] {
        for (; counted < 1000; ++counted)
            all.count(here, message);
    };
    CHECK(banyan::testing::error_of(refused) == banyan::net::errc::protocol_violation);
    CHECK(counted == 63);       // each message is longer than its data
    all.count(there, message);  // each host has its own limit
}

TEST_CASE("A run that claims the task of another run is left out", "[resume]") {
    known_runs all(last_run);
    all.take(here, known(1, 0, 0));
    auto claiming = known(2, 0, 0);
    claiming.mutable_run_known()->mutable_record()->add_tasks(task_of(here, 3));
    all.take(here, claiming);
    const auto list = all.list();
    CHECK(list.size() == 1);
    CHECK(list.contains(1));
}

TEST_CASE("No age that a host reports overflows", "[resume]") {
    known_runs all(last_run);
    all.take(here, known(1, 0, std::numeric_limits<std::int64_t>::max()));
    all.take(there, known(1, 0, -5));
    CHECK(all.list().at(1).age_ms > 0);
    CHECK(all.list().at(1).age_ms < std::int64_t{1} << 40);
}

TEST_CASE("A run that no host knows is started only if it cannot have run before", "[resume]") {
    wire::StartRun request;
    CHECK(may_start(request, true));  // requested for the first time
    request.set_is_again(true);
    CHECK(may_start(request, false));
    CHECK_FALSE(may_start(request, true));
    request.add_received(0);
    CHECK(may_start(request, false));
    request.add_received(1);
    CHECK_FALSE(may_start(request, false));
}

}  // namespace known_run_test
