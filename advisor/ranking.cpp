#include "advisor/ranking.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

namespace banyan::advisor {
namespace {

struct prediction {
    double compute_s = 0;
    double communication_s = 0;
    double waiting_s = 0;
    [[nodiscard]] double total() const { return compute_s + communication_s + waiting_s; }
};

double slowest_processor(const candidate& method) {
    double slowest = 0;
    for (const auto& samples : method.compute_s) {
        if (!samples.empty()) slowest = std::max(slowest, median(samples));
    }
    return slowest;
}

exchange_model fit_if_measured(std::span<const exchange_samples> exchanges) {
    return exchanges.empty() ? exchange_model{} : fit_exchanges(exchanges);
}

// The calibration measures computation and messages together. What the exchange model does not explain is called
// waiting.
prediction predict(const candidate& method, const exchange_model& network) {
    prediction result{slowest_processor(method), network.seconds(method.halo), 0};
    const auto& calibration = method.calibration;
    if (calibration.both_s.empty()) return result;
    const double total = std::max(median(calibration.both_s), median(calibration.sweep_s));
    result.waiting_s = total - result.compute_s - result.communication_s;
    return result;
}

std::vector<double> resample(const std::vector<double>& samples, std::mt19937_64& random) {
    if (samples.empty()) return {};
    std::uniform_int_distribution<std::size_t> any(0, samples.size() - 1);
    std::vector<double> drawn(samples.size());
    std::generate(drawn.begin(), drawn.end(), [&] { return samples[any(random)]; });
    return drawn;
}

candidate resample(const candidate& method, std::mt19937_64& random) {
    candidate drawn{method.method, {}, method.halo, {}};
    drawn.calibration = {resample(method.calibration.sweep_s, random), resample(method.calibration.exchange_s, random),
                         resample(method.calibration.both_s, random)};
    for (const auto& samples : method.compute_s) {
        drawn.compute_s.push_back(resample(samples, random));
    }
    return drawn;
}

std::vector<exchange_samples> resample(std::span<const exchange_samples> exchanges, std::mt19937_64& random) {
    std::vector<exchange_samples> drawn;
    for (const auto& exchange : exchanges) {
        drawn.push_back({exchange.load, resample(exchange.seconds, random)});
    }
    return drawn;
}

// totals[method][draw]. In one draw, all methods are predicted with the same resampled network.
std::vector<std::vector<double>> bootstrap(std::span<const candidate> candidates,
                                           std::span<const exchange_samples> exchanges,
                                           const ranking_options& options) {
    std::mt19937_64 random(options.seed);
    std::vector<std::vector<double>> totals(candidates.size());
    for (int draw = 0; draw < options.draws; ++draw) {
        const auto network = fit_if_measured(resample(exchanges, random));
        for (std::size_t m = 0; m < candidates.size(); ++m) {
            totals[m].push_back(predict(resample(candidates[m], random), network).total());
        }
    }
    return totals;
}

void count_wins(std::vector<ranked_method>& methods, const std::vector<std::vector<double>>& totals) {
    const std::size_t draws = totals[0].size();
    for (std::size_t draw = 0; draw < draws; ++draw) {
        std::size_t best = 0;
        for (std::size_t m = 1; m < totals.size(); ++m) {
            if (totals[m][draw] < totals[best][draw]) best = m;
        }
        methods[best].p_best += 1.0 / static_cast<double>(draws);
    }
}

// Methods and totals are in the same order.
void compare_with_fastest(std::vector<ranked_method>& methods, const std::vector<std::vector<double>>& totals) {
    const auto fastest = std::ranges::min_element(methods, {}, &ranked_method::predicted_s) - methods.begin();
    const auto& least = totals[static_cast<std::size_t>(fastest)];
    for (std::size_t m = 0; m < totals.size(); ++m) {
        for (std::size_t draw = 0; draw < least.size(); ++draw) {
            if (totals[m][draw] <= least[draw]) methods[m].p_as_fast += 1.0 / static_cast<double>(least.size());
        }
    }
}

void check(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges) {
    if (candidates.empty()) throw std::invalid_argument("a ranking needs at least one method");
    for (const auto& method : candidates) {
        if (!(slowest_processor(method) > 0))
            throw std::invalid_argument("no computation was measured for method " + method.method);
        if (exchanges.empty() && method.halo.total_messages > 0)
            throw std::invalid_argument("no exchange was measured, but method " + method.method + " sends messages");
    }
}

}  // namespace

const ranked_method& ranking::of(const std::string& method) const {
    const auto found =
        std::find_if(methods.begin(), methods.end(), [&](const auto& entry) { return entry.method == method; });
    if (found == methods.end()) throw std::invalid_argument("method " + method + " was not ranked");
    return *found;
}

bool ranking::is_tie() const {
    return std::none_of(methods.begin(), methods.end(), [](const auto& entry) { return entry.p_best >= 0.95; });
}

std::vector<std::string> ranking::within_noise() const {
    std::vector<std::string> names;
    if (!is_tie()) return names;
    for (std::size_t i = 1; i < methods.size(); ++i) {
        if (methods[i].p_as_fast > 0.05) names.push_back(methods[i].method);
    }
    return names;
}

ranking rank_methods(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges,
                     const ranking_options& options) {
    check(candidates, exchanges);
    const auto network = fit_if_measured(exchanges);
    ranking result{{}, network};
    const auto totals = bootstrap(candidates, exchanges, options);
    for (std::size_t m = 0; m < candidates.size(); ++m) {
        const auto predicted = predict(candidates[m], network);
        ranked_method entry;
        entry.method = candidates[m].method;
        entry.predicted_s = predicted.total();
        entry.compute_s = predicted.compute_s;
        entry.communication_s = predicted.communication_s;
        entry.waiting_s = predicted.waiting_s;
        entry.interval_s = options.draws > 0 ? interval{percentile(totals[m], 0.025), percentile(totals[m], 0.975)}
                                             : interval{entry.predicted_s, entry.predicted_s};
        result.methods.push_back(entry);
    }
    count_wins(result.methods, totals);
    compare_with_fastest(result.methods, totals);
    std::stable_sort(result.methods.begin(), result.methods.end(),
                     [](const auto& a, const auto& b) { return a.predicted_s < b.predicted_s; });
    for (auto& entry : result.methods) {
        entry.relative = entry.predicted_s / result.methods.front().predicted_s;
    }
    return result;
}

}  // namespace banyan::advisor
