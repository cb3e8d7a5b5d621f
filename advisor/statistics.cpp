#include "advisor/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace banyan::advisor {
namespace {

std::vector<double> sorted(std::span<const double> samples) {
    if (samples.empty()) throw std::invalid_argument("statistics need at least one sample");
    if (std::any_of(samples.begin(), samples.end(), [](double x) { return std::isnan(x); }))
        throw std::invalid_argument("statistics need samples without NaN");
    std::vector<double> out(samples.begin(), samples.end());
    std::sort(out.begin(), out.end());
    return out;
}

double percentile_of_sorted(const std::vector<double>& values, double q) {
    const double place = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const double part = place - static_cast<double>(below);
    if (part == 0) return values[below];
    return values[below] + part * (values[above] - values[below]);
}

}  // namespace

double percentile(std::span<const double> samples, double q) {
    if (!(q >= 0 && q <= 1)) throw std::invalid_argument("percentile outside 0..1");
    return percentile_of_sorted(sorted(samples), q);
}

double median(std::span<const double> samples) {
    return percentile(samples, 0.5);
}

interval middle_95(std::span<const double> draws) {
    const auto values = sorted(draws);
    return {percentile_of_sorted(values, 0.025), percentile_of_sorted(values, 0.975)};
}

median_places median_interval_places(std::size_t n) {
    if (n == 0) throw std::invalid_argument("an interval needs at least one sample");
    // The true median is below the lo-th order statistic exactly if fewer than lo samples are below the median.
    const boost::math::binomial_distribution<> below(static_cast<double>(n), 0.5);
    const auto miss = [&](std::size_t lo) { return 2 * boost::math::cdf(below, static_cast<double>(lo - 1)); };
    std::size_t lo = 1;
    while (2 * (lo + 1) <= n && miss(lo + 1) <= 0.05) {
        ++lo;
    }
    return {lo, n + 1 - lo, n == 1 ? 0.0 : 1 - miss(lo)};
}

interval median_interval(std::span<const double> samples) {
    const auto values = sorted(samples);
    const auto places = median_interval_places(values.size());
    return {values[places.lo - 1], values[places.hi - 1]};
}

bool is_median_within(std::span<const double> samples, double part) {
    const auto found = median_interval(samples);
    return median_interval_places(samples.size()).coverage >= 0.95 && found.half_width() <= part * median(samples);
}

mean_estimate mean_with_interval(std::span<const double> samples) {
    if (samples.empty()) throw std::invalid_argument("statistics need at least one sample");
    const auto n = static_cast<double>(samples.size());
    const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / n;
    if (samples.size() == 1) return {mean, {mean, mean}};
    double squares = 0;
    for (const double x : samples) {
        squares += (x - mean) * (x - mean);
    }
    const double t = boost::math::quantile(boost::math::students_t_distribution<>(n - 1), 0.975);
    const double half = t * std::sqrt(squares / (n - 1) / n);
    return {mean, {mean - half, mean + half}};
}

summary summarize(std::span<const double> samples) {
    const auto values = sorted(samples);
    return {values.front(), percentile_of_sorted(values, 0.5), percentile_of_sorted(values, 0.95), values.back()};
}

}  // namespace banyan::advisor
