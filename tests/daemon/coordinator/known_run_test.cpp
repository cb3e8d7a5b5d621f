#include "daemon/coordinator/known_run.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "banyan/net/error.hpp"

namespace known_run_test {

using namespace banyan::daemon;

namespace {

constexpr banyan::net::host_id here{1};

wire::FromHost known(int number, int losses, std::int64_t age_ms, bool with_record = true) {
    wire::FromHost message;
    auto& run = *message.mutable_run_known();
    run.set_run(number);
    run.set_age_ms(age_ms);
    for (int i = 0; i < losses; ++i)
        run.add_losses()->set_task(static_cast<std::uint32_t>(i));
    if (with_record) {
        run.mutable_record()->set_run(number);
        run.mutable_record()->add_tasks(5);
        run.mutable_record()->add_hosts()->set_number(here.value);
    }
    return message;
}

}  // namespace

TEST_CASE("Reports of hosts about a run are merged: the longest list of losses, the greatest age, all tasks",
          "[resume]") {
    known_runs all;
    all.take(here, known(3, 2, 100));
    all.take(here, known(3, 4, 90));
    all.take(here, known(3, 1, 120, false));
    for (const std::uint32_t task : {5u, 6u}) {
        wire::FromHost message;
        message.mutable_task_known()->set_run(3);
        message.mutable_task_known()->set_task(task);
        all.take(here, message);
    }
    const auto list = all.list();
    REQUIRE(list.size() == 1);
    CHECK(list.at(3).losses.size() == 4);
    CHECK(list.at(3).age_ms == 120);
    CHECK(list.at(3).tasks.size() == 2);
    CHECK(list.at(3).record.tasks(0) == 5);
}

TEST_CASE("Of several endings that hosts report, the one with most information is used", "[resume]") {
    known_runs all;
    auto killed = known(1, 0, 0);
    killed.mutable_run_known()->mutable_ending()->set_killed(true);
    killed.mutable_run_known()->mutable_ending()->mutable_result()->set_status(9);
    auto begun = known(1, 0, 0);
    begun.mutable_run_known()->mutable_ending()->set_interrupted_by(2);
    for (const auto& message : {begun, killed, known(1, 0, 0), begun})
        all.take(here, message);
    CHECK(all.list().at(1).ending.killed());
    CHECK(all.list().at(1).ending.result().status() == 9);
}

TEST_CASE("A run without a record is left out", "[resume]") {
    known_runs all;
    all.take(here, known(1, 0, 0, false));
    all.take(here, wire::FromHost());
    CHECK(all.list().empty());
}

TEST_CASE("A report about runs that a host cannot know, or that contradicts others, is refused", "[resume]") {
    known_runs all;
    all.take(here, known(1, 0, 0));
    CHECK_THROWS_AS(all.take(banyan::net::host_id{2}, known(1, 0, 0)), banyan::net::error);
    auto other = known(1, 0, 0);
    other.mutable_run_known()->mutable_record()->add_tasks(6);
    CHECK_THROWS_AS(all.take(here, other), banyan::net::error);
    auto confused = known(3, 0, 0);
    confused.mutable_run_known()->mutable_record()->set_run(4);
    CHECK_THROWS_AS(all.take(here, confused), banyan::net::error);
}

TEST_CASE("A run that claims the task of another run is left out", "[resume]") {
    known_runs all;
    all.take(here, known(1, 0, 0));
    all.take(here, known(2, 0, 0));
    const auto list = all.list();
    CHECK(list.size() == 1);
    CHECK(list.contains(1));
}

TEST_CASE("No age that a host reports overflows", "[resume]") {
    known_runs all;
    all.take(here, known(1, 0, std::numeric_limits<std::int64_t>::max()));
    all.take(here, known(1, 0, -5));
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
