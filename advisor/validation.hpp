// Does the advice hold? Predicted against observed ratios of two methods, trial by trial (Crandall 1994, section 7.2).
#pragma once

#include <span>
#include <vector>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// One trial: speeds and network measured, both methods predicted, then both run. Seconds of one iteration.
struct trial {
    int processes = 0;
    int flops = 10;
    std::vector<double> predicted_s;              ///< of method a, of method b
    std::vector<std::vector<double>> observed_s;  ///< of method a, of method b; each run of the trial

    /// Time of method b over time of method a: below 1 where b is faster. Observed: medians of the runs.
    [[nodiscard]] double predicted_ratio() const;
    [[nodiscard]] double observed_ratio() const;
};

/// All trials of the same number of processes and of operations per cell.
struct validation_result {
    int processes = 0;
    int flops = 10;
    double predicted_ratio = 0;             ///< median over the trials
    double observed_ratio = 0;              ///< median over the trials
    mean_estimate predicted_over_observed;  ///< of the trials' quotients, with its 95 % Student t interval
    mean_estimate observed;                 ///< of the observed ratios
    bool ranking_right = false;             ///< predicted and observed medians name the same faster method
    int trials = 0;

    /// True when the observed ratios do not tell which method is faster: their 95 % interval holds 1.
    [[nodiscard]] bool is_tie() const { return observed.ci95.contains(1); }
};

/// One result for each (flops, processes) that occurs, in order of appearance. Throws std::invalid_argument for a trial
/// without two methods or with times that are not positive.
std::vector<validation_result> summarize_trials(std::span<const trial> trials);

}  // namespace banyan::advisor
