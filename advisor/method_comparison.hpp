// Predicted and observed times of any number of methods: how good the advice of a setting was.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "advisor/statistics.hpp"
#include "advisor/trial.hpp"

namespace banyan::advisor {

/// One method over all trials of a setting. Seconds of one iteration. The observed time of a trial is the median of its
/// runs.
struct compared_method {
    std::string method;
    double predicted_s = 0;  ///< median over the trials
    double observed_s = 0;   ///< median over the trials
    /// Geometric mean over the trials of predicted / observed, with the 95 % Student t interval of the logarithms. For
    /// a single trial the interval is the mean itself.
    mean_estimate predicted_over_observed;
    int predicted_rank = 1;  ///< 1 is the fastest
    int observed_rank = 1;
    double p_best = 0;     ///< mean over the trials
    double classic_s = 0;  ///< median over the trials of the prediction by Crandall's plain model; 0 if unknown
};

/// How good the predictions of one model were, over all methods and trials of a setting.
struct prediction_figures {
    std::size_t advised = 0;             ///< the method with the least predicted time
    bool is_winner_right = false;        ///< it is the fastest method, or made the same partitions
    double regret = 0;                   ///< observed time of the advised method / that of the fastest one - 1
    double kendall_tau = 0;              ///< of predicted and observed times
    double mean_log_error = 0;           ///< mean of log(predicted / observed) over methods and trials: the bias
    double mean_absolute_log_error = 0;  ///< mean of |log(predicted / observed)| over methods and trials
};

/// All trials with the same number of tasks and of operations per cell, with the figures of the measured model.
struct setting_comparison : prediction_figures {
    int tasks = 0;
    int flops = 10;
    int trials = 0;
    std::vector<compared_method> methods;  ///< in the order of the trials
    std::size_t fastest = 0;               ///< the method with the least observed time
    /// Observed time of the fastest method with other partitions / that of the fastest one - 1; 0 if there is none.
    double lead = 0;
    double covered = 0;  ///< share of the 95 % intervals of prediction that contain the observed time of their trial
    bool tie_called = false;    ///< not exactly one partition has a p_best of at least 0.95
    bool within_noise = false;  ///< the runs do not decide between the fastest method and the one of `lead`
    std::optional<prediction_figures> classic{};  ///< of Crandall's plain model, if its predictions are known
    int doubtful_trials = 0;            ///< trials in which the advisor said beforehand that it cannot predict
    std::vector<std::string> doubts{};  ///< its reasons, each once

    [[nodiscard]] bool tie_right() const { return tie_called == within_noise; }
};

/// One comparison for each (flops, tasks), in order of appearance. Methods that made the same partition in all trials
/// count as one in `lead` and `tie_called`. Two methods are within noise if the 95 % Student t interval of the
/// logarithm of their quotient, run by run, contains 0, or if there is only one run. Throws std::invalid_argument for a
/// trial without positive times, interval and p_best of each method, or whose methods have different numbers of runs.
std::vector<setting_comparison> compare_methods(const std::vector<std::string>& methods, std::span<const trial> trials);

}  // namespace banyan::advisor
