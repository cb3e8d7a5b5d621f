// The validation experiment: refresh speeds and network, predict, run both methods, repeat.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/survey.hpp"
#include "advisor/validation.hpp"

namespace banyan::advisor {

struct experiment_settings {
    problem task;  ///< with exactly two methods; flops is replaced by each of `flops`
    std::vector<int> processes{4};
    std::vector<int> flops{10};
    int trials = 3;
    double run_s = 0.5;  ///< aimed length of one run of the application
    effort limits;
    std::string transport = "auto";
};

struct experiment_record {
    std::vector<trial> trials;
    nlohmann::ordered_json samples;  ///< every raw sample, with the facts of the hosts
};

/// Runs all trials: in each, for every (flops, processes), measures, predicts, and runs the methods a, b, b, a - in
/// even trials b, a, a, b - so that neither gains from drift. Blocks for minutes. Throws as take_survey and run_thermal
/// do.
experiment_record run_experiment(daemon::virtual_machine& virtual_machine, const experiment_settings& settings,
                                 const progress_text& say);

/// Iterations of a run that should take `run_s` at `iteration_s` each: at least 3, at most 100000.
std::int64_t iterations_for(double run_s, double iteration_s);

}  // namespace banyan::advisor
