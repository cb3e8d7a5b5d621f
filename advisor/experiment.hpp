// The validation experiment: refresh speeds and network, predict, run both methods, repeat.
#pragma once

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

/// One trial with everything that was measured in it.
struct trial_record {
    std::string started;  ///< as utc_now gives it
    std::vector<std::string> methods;
    ranking predicted;
    std::vector<int> order;  ///< in which the methods ran: their indices in `methods`
    survey found;
    trial result;
};

struct experiment_record {
    std::string encryption;  ///< of the connections between tasks: "TLS 1.3" or "none"
    std::vector<trial_record> trials;

    [[nodiscard]] std::vector<trial> results() const;
};

/// Runs all trials: in each, for every (flops, processes), measures, predicts, and runs the methods a, b, b, a - in
/// even trials b, a, a, b - so that neither gains from drift. Blocks for minutes. Throws as take_survey and run_thermal
/// do.
experiment_record run_experiment(daemon::virtual_machine& machine, const experiment_settings& settings,
                                 const progress_text& say);

/// Iterations of a run that should take `run_s` at `iteration_s` each: at least 3, at most 100000.
std::int64_t iterations_for(double run_s, double iteration_s);

}  // namespace banyan::advisor
