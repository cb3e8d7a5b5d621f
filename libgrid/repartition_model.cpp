#include "libgrid/repartition_model.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace banyan::grid {
namespace {

constexpr std::size_t enough_differences = 5;

/// How much the mean of n values differs from that of the n values before them, for each place.
std::vector<double> relative_differences(std::span<const double> values, std::size_t n) {
    std::vector<double> differences;
    for (std::size_t at = n; at + n <= values.size(); ++at) {
        const auto sum = [&](std::size_t from) {
            return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from),
                                   values.begin() + static_cast<std::ptrdiff_t>(from + n), 0.0);
        };
        differences.push_back(std::abs(sum(at) / sum(at - n) - 1));
    }
    return differences;
}

/// The differences of successive means of n values. If the largest step between two successive values is above
/// `least_step`, a load has appeared or ended there: the differences that contain it are left out, unless too few
/// others are left.
std::vector<double> differences_of_means(std::span<const double> values, std::size_t n, double least_step) {
    const std::vector<double> all = relative_differences(values, n);
    const std::vector<double> single = relative_differences(values, 1);
    const auto largest = std::ranges::max_element(single);
    if (*largest <= least_step) return all;
    const auto after_step = static_cast<std::size_t>(largest - single.begin()) + 1;
    std::vector<double> others;
    for (std::size_t first = 0; first < all.size(); ++first)  // of the 2 n values of a difference
        if (after_step <= first || after_step >= first + 2 * n) others.push_back(all[first]);
    return others.size() < enough_differences ? all : others;
}

}  // namespace

double chance_deviations(int ranks, std::int64_t checks) {
    constexpr double false_alarms = 0.05;
    const double tail = false_alarms / (static_cast<double>(ranks) * static_cast<double>(checks));
    return boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
}

state_outlook outlook_of(std::int64_t passed, std::int64_t left, int changes) {
    if (passed <= 0 || left <= 0) return {0, 0};
    const auto t = static_cast<double>(passed), end = t + static_cast<double>(left);
    const double kept = std::pow(t / end, 1 + changes);
    if (changes == 0) return {t * std::log(end / t), 1 - kept};
    return {t / changes * (1 - std::pow(t / end, changes)), 1 - kept};
}

double deviation_of_mean(std::span<const double> values, std::int64_t n) {
    // For normal values, the mean of the others is 0.66 sqrt(2), and the lower quartile 0.3186 sqrt(2) times the
    // deviation.
    constexpr double of_others = 0.66 * std::numbers::sqrt2, of_quartile = 0.3186 * std::numbers::sqrt2;
    constexpr double of_step = 5;  // one of 20 differences of normal values is larger in 1 % of all cases
    if (values.size() < 2) return 0;
    std::vector<double> single = relative_differences(values, 1);
    const std::size_t others = single.size() - single.size() / 10;
    std::ranges::nth_element(single, single.begin() + static_cast<std::ptrdiff_t>(others) - 1);
    const double sum = std::accumulate(single.begin(), single.begin() + static_cast<std::ptrdiff_t>(others), 0.0);
    const double of_one = sum / static_cast<double>(others) / of_others;
    const double independent = of_one / std::sqrt(static_cast<double>(n));
    if (n == 1) return independent;
    std::vector<double> of_means = differences_of_means(values, static_cast<std::size_t>(n), of_step * of_one);
    if (of_means.size() < enough_differences) return independent;
    const auto quartile = of_means.begin() + std::ssize(of_means) / 4;
    std::ranges::nth_element(of_means, quartile);
    return std::max(independent, *quartile / of_quartile);
}

}  // namespace banyan::grid
