// Order statistics and means with 95 % intervals: what every measurement of the advisor is reduced to.
#pragma once

#include <cstddef>
#include <span>

namespace banyan::advisor {

/// A closed interval [lo, hi] in the unit of the samples it came from.
struct interval {
    double lo = 0;
    double hi = 0;
    [[nodiscard]] double half_width() const { return (hi - lo) / 2; }
    [[nodiscard]] bool contains(double x) const { return lo <= x && x <= hi; }
};

/// The value below which the fraction `q` in [0, 1] of the samples lies, linear between order statistics
/// (Hyndman and Fan's type 7). Throws std::invalid_argument without samples, for NaN among them, and for q outside.
double percentile(std::span<const double> samples, double q);

/// percentile(samples, 0.5).
double median(std::span<const double> samples);

/// 1-based places lo, hi of the order statistics around the median whose interval covers the true median with at least
/// 95 %, and how much it covers. Below 6 samples no such pair exists: then 1, n and their smaller coverage.
struct median_places {
    std::size_t lo = 0;
    std::size_t hi = 0;
    double coverage = 0;
};
/// Binomial(n, 1/2): n = 10 gives 2..9, n = 30 gives 10..21, n = 100 gives 40..61. Throws std::invalid_argument for n =
/// 0.
median_places median_interval_places(std::size_t n);

/// The samples at median_interval_places(samples.size()).
interval median_interval(std::span<const double> samples);

/// Arithmetic mean and its 95 % Student t interval; a single sample has the interval [x, x].
struct mean_estimate {
    double mean = 0;
    interval ci95;
};
mean_estimate mean_with_interval(std::span<const double> samples);

/// min, median and 95th percentile, as the tables of the bench verbs show them.
struct summary {
    double min = 0;
    double median = 0;
    double p95 = 0;
    double max = 0;
};
summary summarize(std::span<const double> samples);

}  // namespace banyan::advisor
