#include "tools/banyan/phase_report.hpp"

#include <catch2/catch.hpp>

#include "tests/tools/made_up_phases.hpp"

namespace banyan::tools::phase_report_test {

using testing::flow_and_solve;

TEST_CASE("the advice for phases names a method for each phase if the changes pay") {
    CHECK_THAT(phase_table_text(flow_and_solve(1)), Catch::Contains("flow   3:5                 100  row"));
    CHECK_THAT(phase_plan_text(flow_and_solve(1)),
               Catch::StartsWith("One partition for all phases: block, 40 s\n"
                                 "Changing the partition: row in flow, block in solve, 30 s and 1 s for moving cells\n"
                                 "Use row in flow, block in solve: the changes save 9 s (9..9).\n"));
    CHECK(phases_json(flow_and_solve(1))["plan"]["advised"] == nlohmann::ordered_json{"row", "block"});
}

TEST_CASE("the advice for phases names one method if the changes do not pay") {
    CHECK_THAT(phase_plan_text(flow_and_solve(20)),
               Catch::EndsWith("One partition for all phases: block, 40 s\n"
                               "Use block for all phases: no change of the partition saves "
                               "time.\n"));
    auto uncertain = flow_and_solve(1);
    uncertain.plan.saving_s = {-1, 19};
    CHECK_THAT(
        phase_plan_text(uncertain),
        Catch::EndsWith("Use block for all phases: the changes would save 9 s (-1..19), which is not certain.\n"));
    CHECK(phases_json(uncertain)["plan"]["advised"] == nlohmann::ordered_json{"block", "block"});
}

TEST_CASE("the advice for a running program says what to do, and why") {
    repartition_answer answer;
    CHECK(moving_table_text(answer).empty());
    CHECK(repartition_advice_text(answer) == "Keep the current partition: no other one is predicted to be faster.\n");
    CHECK(repartition_json(answer)["method"].is_null());
    answer = testing::running_program();
    CHECK_THAT(moving_table_text(answer),
               Catch::StartsWith("A change from the current partition to columns moves 5 of 20 cells.\n"));
    answer.steps_left = 100;
    CHECK_THAT(repartition_advice_text(answer),
               Catch::EndsWith("Keep the current partition: with columns the change pays for "
                               "certain from 121 iterations on, and 100 are left.\n"));
    answer.steps_left = 1000;
    answer.decision = advisor::repartition_decision::move;
    CHECK_THAT(repartition_advice_text(answer),
               Catch::EndsWith("Move to columns: it saves at least 0.88 s in the 1000 iterations that are left.\n"));
    CHECK(repartition_json(answer)["measurements"][0]["pays_from"] == 121);
    answer.measured[0].gain_s.lo = -1e-3;
    answer.decision = advisor::repartition_decision::keep;
    CHECK_THAT(repartition_advice_text(answer),
               Catch::EndsWith("Keep the current partition: it is not certain that columns is faster.\n"));
}

}  // namespace banyan::tools::phase_report_test
