#include "daemon/coordinator/known_run.hpp"

#include <catch2/catch.hpp>

using namespace banyan::daemon;

namespace {

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
    }
    return message;
}

}  // namespace

TEST_CASE("What hosts know of a run is put together: the longest list of losses, the greatest age, all tasks",
          "[resume]") {
    known_runs all;
    all.take(known(3, 2, 100));
    all.take(known(3, 4, 90));
    all.take(known(3, 1, 120, false));
    for (const std::uint32_t task : {5u, 6u}) {
        wire::FromHost message;
        message.mutable_task_known()->set_run(3);
        message.mutable_task_known()->set_task(task);
        all.take(message);
    }
    const auto list = all.list();
    REQUIRE(list.size() == 1);
    CHECK(list.at(3).losses.size() == 4);
    CHECK(list.at(3).age_ms == 120);
    CHECK(list.at(3).tasks.size() == 2);
    CHECK(list.at(3).record.tasks(0) == 5);
}

TEST_CASE("Of several endings that hosts were told, the one that says most counts", "[resume]") {
    known_runs all;
    auto killed = known(1, 0, 0);
    killed.mutable_run_known()->mutable_ending()->set_killed(true);
    killed.mutable_run_known()->mutable_ending()->mutable_result()->set_status(9);
    auto begun = known(1, 0, 0);
    begun.mutable_run_known()->mutable_ending()->set_interrupted_by(2);
    for (const auto& message : {begun, killed, known(1, 0, 0), begun})
        all.take(message);
    CHECK(all.list().at(1).ending.killed());
    CHECK(all.list().at(1).ending.result().status() == 9);
}

TEST_CASE("A run without a record is left out", "[resume]") {
    known_runs all;
    all.take(known(1, 0, 0, false));
    all.take(wire::FromHost());
    CHECK(all.list().empty());
}
