#include "advisor/predictability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "advisor/turn_scatter.hpp"

namespace banyan::advisor {
namespace {

constexpr double uniform_coefficient = 5.0 / 9;
constexpr double explained_by_two_groups = 0.8;
constexpr double smallest_group = 0.1;
constexpr double chance_of_drift = 0.01;

using series = std::vector<double>;  // of one method, in the order of measurement

// Methods with equal partitions have the same samples. These count once: copies are not independent measurements.
std::vector<series> series_of(std::span<const candidate> candidates) {
    std::vector<series> all;
    for (const auto& method : candidates) {
        if (method.same_as || method.modelled_only) continue;
        if (!method.calibration.both_s.empty())
            all.push_back(method.calibration.both_s);
        else
            std::ranges::copy_if(method.compute_s, std::back_inserter(all), [](const auto& s) { return !s.empty(); });
    }
    return all;
}

double mean_of(const series& values) {
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double held_out_error_of(const std::vector<series>& all, int windows) {
    series errors;
    for (const auto& samples : all) {
        const auto means = means_of_turns(samples, windows);
        for (std::size_t out = 0; means.size() > 1 && out < means.size(); ++out) {
            series others = means;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
            errors.push_back(std::abs(std::log(median(others) / means[out])));
        }
    }
    return mean_of(errors);
}

// The second shortest sample. If a method has two groups of samples, it is in the lower one, whereas the median is in
// either. A single sample that is too short does not change it much.
double low_sample(const series& samples) {
    series sorted = samples;
    std::ranges::sort(sorted);
    return sorted[std::min<std::size_t>(1, sorted.size() - 1)];
}

// Logarithms relative to a sample of their method, so that methods can be pooled, and positions in time, 0 to 1.
struct pooled_samples {
    series logarithms, places;
};

pooled_samples pool(const std::vector<series>& all, const std::function<double(const series&)>& reference) {
    pooled_samples out;
    for (const auto& samples : all) {
        const double unit = reference(samples);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            out.logarithms.push_back(std::log(samples[i] / unit));
            out.places.push_back(samples.size() > 1 ? static_cast<double>(i) / static_cast<double>(samples.size() - 1)
                                                    : 0.5);
        }
    }
    return out;
}

// The slope of the least squares line over the time of the measurement, 0 if it may be chance.
double drift_of(const pooled_samples& samples) {
    const auto n = static_cast<double>(samples.places.size());
    if (n < 4) return 0;
    const double mean_x = mean_of(samples.places), mean_y = mean_of(samples.logarithms);
    double sxx = 0, sxy = 0, syy = 0;
    for (std::size_t i = 0; i < samples.places.size(); ++i) {
        const double x = samples.places[i] - mean_x, y = samples.logarithms[i] - mean_y;
        sxx += x * x, sxy += x * y, syy += y * y;
    }
    if (!(sxx > 0)) return 0;
    const double slope = sxy / sxx;
    const double error = std::sqrt(std::max(syy - slope * sxy, 0.0) / (n - 2) / sxx);
    const boost::math::students_t_distribution<> t(n - 2);
    const bool is_certain = std::abs(slope) > error * boost::math::quantile(t, 1 - chance_of_drift / 2);
    return is_certain ? std::expm1(slope) : 0;
}

double bimodality_of(const std::vector<series>& all) {
    return distance_of_groups(pool(all, low_sample).logarithms);
}

double drift_of(const std::vector<series>& all) {
    return drift_of(pool(all, [](const series& samples) { return median(samples); }));
}

std::vector<std::string> reasons_of(const predictability& found, const predictability_limits& limits) {
    std::vector<std::string> reasons;
    if (found.held_out_error > limits.held_out_error)
        reasons.push_back(fmt::format("repeated measurements of the same method differ by {:.0f} %",
                                      100 * std::expm1(found.held_out_error)));
    if (found.bimodality > limits.bimodality)
        reasons.push_back(
            fmt::format("the times fall into two groups that differ by {:.0f} %", 100 * found.bimodality));
    if (std::abs(found.drift) > limits.drift)
        reasons.push_back(fmt::format("the times {} by {:.0f} % during the measurement",
                                      found.drift > 0 ? "rose" : "fell", 100 * std::abs(found.drift)));
    return reasons;
}

}  // namespace

double bimodality_coefficient(std::span<const double> samples) {
    const auto n = static_cast<double>(samples.size());
    if (n < 4) return 0;
    const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / n;
    double m2 = 0, m3 = 0, m4 = 0;
    for (const double x : samples) {
        const double d = x - mean;
        m2 += d * d / n, m3 += d * d * d / n, m4 += d * d * d * d / n;
    }
    if (!(m2 > 0)) return 0;
    const double skewness = m3 / std::pow(m2, 1.5) * std::sqrt(n * (n - 1)) / (n - 2);
    const double kurtosis = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (m4 / (m2 * m2) - 3) + 6);
    return (skewness * skewness + 1) / (kurtosis + 3 * (n - 1) * (n - 1) / ((n - 2) * (n - 3)));
}

double distance_of_groups(std::span<const double> logarithms) {
    if (bimodality_coefficient(logarithms) <= uniform_coefficient) return 0;
    series sorted(logarithms.begin(), logarithms.end());
    std::ranges::sort(sorted);
    const auto n = static_cast<double>(sorted.size());
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    double total = 0;
    for (const double x : sorted) {
        total += (x - sum / n) * (x - sum / n);
    }
    double below = 0, best = 0, distance = 0;
    for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
        below += sorted[i];
        const double low = static_cast<double>(i) + 1, high = n - low;
        if (std::min(low, high) < smallest_group * n) continue;
        const double apart = (sum - below) / high - below / low;
        const double explained = apart * apart * low * high / n;
        if (explained > best) best = explained, distance = apart;
    }
    return best >= explained_by_two_groups * total ? std::expm1(distance) : 0;
}

predictability judge_samples(std::span<const candidate> candidates, int windows, const predictability_limits& limits) {
    predictability found;
    const auto all = series_of(candidates);
    found.held_out_error = held_out_error_of(all, windows);
    found.bimodality = bimodality_of(all);
    found.drift = drift_of(all);
    found.reasons = reasons_of(found, limits);
    return found;
}

std::vector<predictability> judge_speeds(const sweep_times& times, const predictability_limits& limits) {
    std::vector<predictability> found;
    for (const auto& shapes : times) {
        std::vector<series> with_cells;
        std::ranges::copy_if(shapes, std::back_inserter(with_cells), [](const auto& s) { return !s.empty(); });
        predictability one;
        one.bimodality = bimodality_of(with_cells);
        one.drift = drift_of(with_cells);
        one.reasons = reasons_of(one, limits);
        found.push_back(std::move(one));
    }
    return found;
}

predictability worst_of(const predictability& a, const predictability& b, const predictability_limits& limits) {
    predictability worst;
    worst.held_out_error = std::max(a.held_out_error, b.held_out_error);
    worst.bimodality = std::max(a.bimodality, b.bimodality);
    worst.drift = std::abs(b.drift) > std::abs(a.drift) ? b.drift : a.drift;
    worst.reasons = reasons_of(worst, limits);
    return worst;
}

}  // namespace banyan::advisor
