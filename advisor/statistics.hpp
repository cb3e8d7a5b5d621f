// Order statistics and means with 95 % intervals, to which the advisor reduces its measurements.
#pragma once

#include <cstddef>
#include <span>

namespace banyan::advisor {

/// A closed interval [lo, hi], in the unit of the samples.
struct interval {
    double lo = 0;
    double hi = 0;
    [[nodiscard]] double half_width() const { return (hi - lo) / 2; }
    [[nodiscard]] bool contains(double x) const { return lo <= x && x <= hi; }
};

/// The value below which the fraction `q` in [0, 1] of the samples lies, linear between order statistics (type 7 of
/// Hyndman and Fan). Throws std::invalid_argument for no samples, NaN among them, and q outside [0, 1].
double percentile(std::span<const double> samples, double q);

/// percentile(samples, 0.5).
double median(std::span<const double> samples);

/// From percentile(draws, 0.025) to percentile(draws, 0.975): the interval of a bootstrap. Throws as percentile().
interval middle_95(std::span<const double> draws);

/// The 1-based positions lo and hi of the order statistics whose interval contains the true median with a probability
/// of at least 95 %, and that probability. For fewer than 6 samples there are none; then 1, n and their smaller
/// probability.
struct median_places {
    std::size_t lo = 0;
    std::size_t hi = 0;
    double coverage = 0;
};
/// From the binomial distribution (n, 1/2): n = 10 gives 2..9, n = 30 gives 10..21, n = 100 gives 40..61. Throws
/// std::invalid_argument for n = 0.
median_places median_interval_places(std::size_t n);

/// The samples at median_interval_places(samples.size()). Throws as percentile().
interval median_interval(std::span<const double> samples);

/// Whether the samples are enough for a 95 % interval of their median (6 or more), and half of its width is at most the
/// fraction `part` of the median. Throws as percentile().
bool is_median_within(std::span<const double> samples, double part);

/// The arithmetic mean and its 95 % Student t interval. For a single sample x the interval is [x, x].
struct mean_estimate {
    double mean = 0;
    interval ci95;
};
mean_estimate mean_with_interval(std::span<const double> samples);

/// Minimum, median, 95th percentile and maximum, as in the tables of the bench verbs.
struct summary {
    double min = 0;
    double median = 0;
    double p95 = 0;
    double max = 0;
};
summary summarize(std::span<const double> samples);

}  // namespace banyan::advisor
