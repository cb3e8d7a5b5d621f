#include "banyan/part/papers/epoch_imbalance.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "banyan/part/error.hpp"
#include "libpart/synchronization/compute_time_checks.hpp"

namespace banyan::part {
namespace {

using std::numbers::egamma;

/// 1 + 1/2 + ... + 1/n.
double harmonic_number(std::int64_t n) {
    if (n > 1000) {
        const auto x = static_cast<double>(n);
        return std::log(x) + egamma + 1 / (2 * x) - 1 / (12 * x * x);
    }
    double sum = 0;
    for (std::int64_t i = n; i >= 1; --i)  // the smallest terms first, for accuracy
        sum += 1 / static_cast<double>(i);
    return sum;
}

double asymptotic_normal_maximum(double processors) {
    const double s = std::sqrt(2 * std::log(processors));
    return s - (std::log(std::log(processors)) + std::log(4 * std::numbers::pi) - 2 * egamma) / (2 * s);
}

/// Simpson's rule.
template <class Function>
double integral(Function f, double from, double to, int pairs) {
    const double step = (to - from) / (2 * pairs);
    double sum = f(from) + f(to);
    for (int i = 1; i < 2 * pairs; ++i)
        sum += f(from + i * step) * (i % 2 == 1 ? 4 : 2);
    return sum * step / 3;
}

/// The logarithm of the probability that a standard normal variable is at most x.
double log_probability(double x) {
    const double above = std::erfc(x / std::numbers::sqrt2) / 2;
    return x > 0 ? std::log1p(-above) : std::log(std::erfc(-x / std::numbers::sqrt2) / 2);
}

}  // namespace

std::string_view name_of(time_distribution distribution) {
    switch (distribution) {
        case time_distribution::uniform:
            return "uniform";
        case time_distribution::exponential:
            return "exponential";
        case time_distribution::normal:
            return "normal";
        case time_distribution::any:
            break;
    }
    return "any";
}

void check_compute_times(const compute_times& times) {
    if (!(times.cv >= 0) || !std::isfinite(times.cv))
        throw error(fmt::format("cv: {}, allowed: finite numbers from 0", times.cv));
    if (times.distribution == time_distribution::uniform && times.cv > 1 / std::numbers::sqrt3)
        throw error(fmt::format("cv: {}, allowed for a uniform distribution of times: 0 to 0.5773", times.cv));
    if (times.distribution == time_distribution::exponential && times.cv != 1)
        throw error(fmt::format("cv: {}, allowed for an exponential distribution: only 1", times.cv));
}

void check_processors(std::int64_t processors) {
    if (processors < 1) throw error(fmt::format("processors: {}, allowed: whole numbers from 1", processors));
}

double epoch_imbalance(const compute_times& times, std::int64_t processors) {
    check_compute_times(times);
    check_processors(processors);
    if (processors == 1) return 0;
    const auto p = static_cast<double>(processors);
    switch (times.distribution) {
        case time_distribution::uniform:
            return times.cv * std::numbers::sqrt3 * (p - 1) / (p + 1);
        case time_distribution::exponential:
            return harmonic_number(processors) - 1;
        case time_distribution::normal:
            return times.cv * asymptotic_normal_maximum(p);
        case time_distribution::any:
            break;
    }
    return times.cv * (p - 1) / std::sqrt(2 * p - 1);
}

double normal_imbalance(double cv, std::int64_t processors) {
    check_compute_times({time_distribution::normal, cv});
    check_processors(processors);
    if (processors == 1) return 0;
    constexpr double farthest = 20;  // beyond it, both integrands are 0 for every P of 63 bits
    constexpr int pairs = 4000;
    const auto p = static_cast<double>(processors);
    // E(max) = integral of P(max > x) over x > 0 - integral of P(max <= x) over x < 0
    const double above = integral([p](double x) { return -std::expm1(p * log_probability(x)); }, 0, farthest, pairs);
    const double below = integral([p](double x) { return std::exp(p * log_probability(x)); }, -farthest, 0, pairs);
    return cv * (above - below);
}

double imbalance_factor(std::span<const timed_epoch> epochs) {
    if (epochs.empty()) throw error("epochs: none is given, allowed: one or more");
    double lost = 0;
    double computed = 0;
    for (const timed_epoch& e : epochs) {
        if (!(e.mean > 0)) throw error(fmt::format("epochs: mean time {}, allowed: numbers above 0", e.mean));
        if (!(e.imbalance >= 0)) throw error(fmt::format("epochs: imbalance {}, allowed: numbers from 0", e.imbalance));
        lost += e.mean * e.imbalance;
        computed += e.mean;
    }
    return lost / computed;
}

double utilization_of_imbalance(double factor) {
    if (!(factor >= 0)) throw error(fmt::format("imbalance factor: {}, allowed: numbers from 0", factor));
    return 1 / (1 + factor);
}

}  // namespace banyan::part
