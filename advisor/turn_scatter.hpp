// How much the turns of a method differ: the error of a prediction from them, and of a run that is compared with it.
#pragma once

#include <span>
#include <vector>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// The means of turns of `windows` samples, which are in the order of measurement: the time of an iteration over the
/// whole turn, as a run reports it. A median of windows would leave out their rare long delays, which a run contains.
/// If the samples cannot be divided into such turns, each is a turn.
std::vector<double> means_of_turns(std::span<const double> samples, int windows);

/// A standard deviation of logarithms, and its degrees of freedom.
struct turn_scatter {
    double deviation = 0;
    double freedom = 0;  ///< 0: unknown
};

/// The scatter of one method, from the means of its turns.
turn_scatter scatter_of(std::span<const double> turn_means);

/// The mean of the variances of all methods, weighted by their degrees of freedom.
turn_scatter pooled(std::span<const turn_scatter> methods);

/// The scatter of one method if it has few turns: the variance of all methods together counts as much as five turns of
/// its own.
turn_scatter shrunk(const turn_scatter& own, const turn_scatter& all);

/// The 95 % interval for the observed time (median of `runs` runs) of a method whose predicted time comes from
/// `turns` turns. Assumes that a run differs from a turn as much as turns differ from each other, or by 1 % if turns
/// differ less.
interval prediction_interval(double predicted_s, const turn_scatter& scatter, int turns, int runs = 2);

}  // namespace banyan::advisor
