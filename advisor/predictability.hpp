// Whether the hosts can be predicted now: what the samples of a survey themselves say about the error of a prediction.
//
// A prediction is a median of samples that were taken before the run. It cannot be good if the samples of the same
// method do not predict each other (held-out error), if they fall into two groups (bimodality), or if they change while
// they are taken (drift).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/ranking.hpp"
#include "advisor/speed_probe.hpp"

namespace banyan::advisor {

struct predictability {
    /// Each turn of a method is predicted by the median of its other turns: mean over methods and turns of
    /// |log(predicted / measured)|.
    double held_out_error = 0;
    /// Distance of the two groups into which the samples of all methods fall, as a part of their time; 0 if they are
    /// one group.
    double bimodality = 0;
    /// Change of all samples from the first turn to the last one, as a part of their time; 0 if it may be chance.
    double drift = 0;
    std::vector<std::string> reasons;  ///< why these hosts cannot be predicted now; empty if they can

    [[nodiscard]] bool is_good() const { return reasons.empty(); }
};

struct predictability_limits {
    double held_out_error = 0.1;
    double bimodality = 0.1;
    double drift = 0.1;
};

/// Sarle's bimodality coefficient with the correction for few samples; above 5/9, the value of a uniform distribution,
/// it suggests two groups. 0 for fewer than 4 samples or for equal ones.
double bimodality_coefficient(std::span<const double> samples);

/// The relative distance exp(d) - 1 of the means of two groups of logarithms, if the samples fall into two: the
/// coefficient is above 5/9, and the best division into two explains 80 % of the variance and leaves a tenth of the
/// samples or more on each side. Otherwise 0.
double distance_of_groups(std::span<const double> logarithms);

/// Judges the samples that predict the candidates: iterations, or computation if no messages were measured. The samples
/// of equal partitions (candidate::same_as) count once. Candidates that are modelled only are left out, because they
/// are not advised. `windows` is the number of samples of a turn; if it does not divide them, each sample is a turn.
predictability judge_samples(std::span<const candidate> candidates, int windows = 3,
                             const predictability_limits& limits = {});

/// Judges the windows of each processor in a measurement of speeds: bimodality and drift, over all its shapes. The
/// held-out error remains 0. The result is by rank. Processors with fewer than 4 windows have no reasons.
std::vector<predictability> judge_speeds(const sweep_times& times, const predictability_limits& limits = {});

/// The judgement of two measurements together: the poorer of each figure, and the reasons that follow from these.
predictability worst_of(const predictability& a, const predictability& b, const predictability_limits& limits = {});

}  // namespace banyan::advisor
