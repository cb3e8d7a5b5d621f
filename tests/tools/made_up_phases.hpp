// A program with two phases and a running program, with made-up measurements.
#pragma once

#include <vector>

#include "tools/banyan/phase_report.hpp"
#include "tools/banyan/repartition.hpp"

namespace banyan::testing {

inline advisor::ranking ranked_row_and_block(double row_s, double block_s) {
    std::vector<advisor::ranked_method> methods(2);
    methods[0].method = "row";
    methods[0].predicted_s = row_s;
    methods[1].method = "block";
    methods[1].predicted_s = block_s;
    for (auto& method : methods)
        method.draws_s = {method.predicted_s, method.predicted_s};
    return advisor::rank_predictions(methods, {});
}

/// flow is faster with row, solve with block; a change takes `move_s` seconds.
inline tools::phased_program flow_and_solve(double move_s) {
    tools::phased_program one{
        {advisor::parse_phase("flow=3:5@100"), advisor::parse_phase("solve=9,reduction@200")}, {}, 1, {}};
    one.times = {{"flow", 100, ranked_row_and_block(0.1, 0.2)}, {"solve", 200, ranked_row_and_block(0.2, 0.1)}};
    one.plan = advisor::plan_phases(one.times, 1, [=](const std::string&, const std::string&) {
        return advisor::move_time{move_s, {move_s, move_s}};
    });
    return one;
}

/// `columns` saves 2 ms an iteration; a change takes 0.1 s.
inline tools::repartition_answer running_program() {
    tools::repartition_answer answer;
    answer.steps_left = 1000;
    answer.method = "columns";
    answer.moving_cells = 5;
    answer.cells = 20;
    answer.measured = {{10e-3, 8e-3, {1e-3, 3e-3}, 0.1, {0.08, 0.12}}};
    return answer;
}

}  // namespace banyan::testing
