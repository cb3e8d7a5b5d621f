// Validation of the advisor: predicted and observed ratios of the times of two methods, trial by trial (Crandall 1994,
// section 7.2).
#pragma once

#include <span>
#include <vector>

#include "advisor/statistics.hpp"
#include "advisor/trial.hpp"

namespace banyan::advisor {

/// The result of all trials with the same number of tasks and of operations per cell.
struct validation_result {
    int tasks = 0;
    int flops = 10;
    double predicted_ratio = 0;             ///< median over the trials
    double observed_ratio = 0;              ///< median over the trials
    mean_estimate predicted_over_observed;  ///< mean quotient of the trials, with its 95 % Student t interval
    mean_estimate observed;                 ///< mean of the observed ratios, with its interval
    bool ranking_right = false;             ///< both medians are below 1, or neither is
    int trials = 0;

    /// True if the observed ratios do not decide which method is faster: their 95 % interval contains 1.
    [[nodiscard]] bool is_tie() const { return observed.ci95.contains(1); }
};

/// One result for each (flops, tasks), in order of appearance. Throws std::invalid_argument for a trial without two
/// methods or with times that are not above zero.
std::vector<validation_result> summarize_trials(std::span<const trial> trials);

}  // namespace banyan::advisor
