// The numbers behind the decisions of repartition_policy, each from a stated model. Pure.
#pragma once

#include <cstdint>
#include <span>

namespace banyan::grid {

/// The observations of a run, if the program gives no interval.
constexpr std::int64_t usual_observations = 100;

/// So many standard deviations above its mean does the largest of `ranks` normal times lie in at least one of `checks`
/// independent checks, with a probability of at most 5 %: x with ranks x checks x Q(x) = 0.05, where Q is the normal
/// tail. At least 0. ranks, checks >= 1.
double chance_deviations(int ranks, std::int64_t checks);

/// What is to be expected of the present state of the hosts.
struct state_outlook {
    double iterations;  ///< how long it lasts, of the iterations that are left
    double ends;        ///< probability that it ends before the run does
};

/// After `passed` iterations, in which the state has changed `changes` times, and with `left` iterations left, all >=
/// 0. Changes come at random times with an unknown rate r, of which nothing is known before the run (density 1/r). The
/// start counts as a change. So after t iterations with c more changes the state lasts for s more with probability
/// (t / (t + s))^(1 + c). For c = 0, this is t / (t + s) (Gott, Nature 363, 1993).
state_outlook outlook_of(std::int64_t passed, std::int64_t left, int changes);

/// The standard deviation of a mean of n successive values, divided by the mean: the larger one of two estimates. From
/// differences of successive values without the largest tenth (those where a load appears or ends), if the values are
/// independent; and from the lower quartile of the differences of successive means, if there are enough values: times
/// that wander slowly have small differences but uncertain means. 0 for fewer than two values.
double deviation_of_mean(std::span<const double> values, std::int64_t n);

}  // namespace banyan::grid
