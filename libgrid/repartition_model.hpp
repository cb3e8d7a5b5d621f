// The numbers behind the decisions of repartition_policy, each from a stated model. Pure.
#pragma once

#include <cstdint>
#include <span>

namespace banyan::grid {

/// The observations of a run, if the program gives no interval.
constexpr std::int64_t usual_observations = 100;

/// A number x of standard deviations: with a probability of at most 5 %, at least one of `ranks` normal times is more
/// than x above its mean in at least one of `checks` independent checks. ranks x checks x Q(x) = 0.05, where Q is the
/// normal tail. ranks, checks >= 1.
double chance_deviations(int ranks, std::int64_t checks);

/// How long the present state of the hosts is expected to last.
struct state_outlook {
    double iterations;  ///< how long it lasts, of the iterations that are left
    double ends;        ///< probability that it ends before the run does
};

/// After `passed` iterations, in which the state has changed `changes` times, and with `left` iterations left, all >=
/// 0. Changes come at random times with an unknown rate r, of which nothing is known before the run (density 1/r). The
/// start counts as a change. So after t iterations with c more changes the state lasts for s more with probability
/// (t / (t + s))^(1 + c). For c = 0, this is t / (t + s) (Gott, Nature 363, 1993).
state_outlook outlook_of(std::int64_t passed, std::int64_t left, int changes);

/// The standard deviation of a mean of n successive values, divided by the mean: the larger one of two estimates. The
/// first is made from the differences of successive values, without the largest tenth (where a load appears or ends);
/// it holds if the values are independent. The second is made from the lower quartile of the differences of successive
/// means, if there are enough values: times that change slowly have small differences but uncertain means. Means on
/// both sides of the largest step between two values are not compared if this step is above five times the deviation of
/// a value, and if enough others are left. 0 for fewer than two values.
double deviation_of_mean(std::span<const double> values, std::int64_t n);

}  // namespace banyan::grid
