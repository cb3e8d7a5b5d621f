// One trial of a validation, and the trials of each setting.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// One trial: speeds and network are measured, all methods are predicted, and all are run. Seconds of one iteration.
struct trial {
    int tasks = 0;
    int flops = 10;
    std::vector<double> predicted_s;              ///< [method]
    std::vector<std::vector<double>> observed_s;  ///< [method][run of the trial] of its partition
    std::vector<interval> interval_s{};           ///< [method] 95 % interval of predicted_s
    std::vector<double> p_best{};                 ///< [method] probability of being the fastest
    std::vector<double> classic_s{};              ///< [method] predicted by Crandall's plain model; empty if unknown
    std::vector<std::string> doubts{};            ///< why the prediction may be poor, said before the runs
    /// [method] the first method with the same partition, whose predictions and runs it shares; empty if all differ.
    std::vector<std::size_t> partitions{};

    /// Whether two methods made the same partition.
    [[nodiscard]] bool are_same(std::size_t a, std::size_t b) const;
    /// The time of method b divided by that of method a, the first method: below 1 if b is faster. Observed: medians of
    /// the runs.
    [[nodiscard]] double predicted_ratio() const;
    [[nodiscard]] double observed_ratio() const;
};

/// True if predicted and observed times of `methods` methods are there and above zero, and each method has a run.
/// `partitions` is empty or has as many.
bool is_complete(const trial& one, std::size_t methods);

/// The trials with the same number of operations and of tasks, in order of appearance.
std::vector<std::vector<const trial*>> trials_by_setting(std::span<const trial> trials);

}  // namespace banyan::advisor
