#include "advisor/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <utility>

#include "advisor/turn_scatter.hpp"

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
prediction predict_measured(const candidate& method, const exchange_model& network, int windows_of_turn) {
    prediction result{slowest_processor(method), network.seconds(method.halo), 0};
    const auto& calibration = method.calibration;
    if (calibration.both_s.empty()) return result;
    const double both = calibration.is_of_iterations() ? median(means_of_turns(calibration.both_s, windows_of_turn))
                                                       : median(calibration.both_s);
    const double total = calibration.sweep_s.empty() ? both : std::max(both, median(calibration.sweep_s));
    result.waiting_s = total - result.compute_s - result.communication_s;
    return result;
}

prediction predict_classic(const candidate& method, const classic_model& network) {
    return {slowest_mean(method.compute_s), network.seconds(method.direction_messages, method.halo.total_bytes), 0};
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
    drawn.messages_only = method.messages_only;
    drawn.direction_messages = method.direction_messages;
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

// The turns of whole iterations of each method, if they were measured.
struct measured_turns {
    measured_turns(std::span<const candidate> candidates, const ranking_options& options) {
        if (options.model != prediction_model::measured) return;
        for (const auto& method : candidates) {
            const bool is_measured = method.calibration.is_of_iterations() && !method.same_as;
            const auto means = is_measured ? means_of_turns(method.calibration.both_s, options.windows_of_turn)
                                           : std::vector<double>{};
            count.push_back(static_cast<int>(means.size()));
            scatter.push_back(scatter_of(means));
        }
        const auto all = pooled(scatter);
        for (std::size_t m = 0; m < scatter.size(); ++m) {
            if (count[m] > 0) scatter[m] = shrunk(scatter[m], all);
            if (const auto& same = candidates[m].same_as) scatter[m] = scatter[*same], count[m] = count[*same];
        }
    }

    [[nodiscard]] bool are_known(std::size_t m) const { return m < scatter.size() && scatter[m].freedom > 0; }

    // Draws from the scatter of the turns. With few turns, resampled windows would all have the error of their turn.
    [[nodiscard]] double draw(double predicted_s, std::size_t m, std::mt19937_64& random) const {
        std::student_t_distribution<double> error(scatter[m].freedom);
        return predicted_s * std::exp(error(random) * scatter[m].deviation / std::sqrt(count[m]));
    }

    std::vector<int> count;
    std::vector<turn_scatter> scatter;
};

// Adds the draws. In one draw, all methods are predicted with the same resampled network.
void bootstrap(std::vector<ranked_method>& methods, std::span<const candidate> candidates,
               std::span<const exchange_samples> exchanges, const measured_turns& turns,
               const ranking_options& options) {
    std::mt19937_64 random(options.seed + 1);
    for (const auto& network : resampled_networks(exchanges, options)) {
        const bool is_classic = options.model == prediction_model::classic;
        const auto classic = is_classic ? fit_classic(resample(exchanges, random)) : classic_model{};
        const auto predict = [&](std::size_t m) {
            if (turns.are_known(m)) return turns.draw(methods[m].predicted_s, m, random);
            const auto drawn = resample(candidates[m], random);
            return is_classic ? predict_classic(drawn, classic).total()
                              : predict_measured(drawn, network, options.windows_of_turn).total();
        };
        for (std::size_t m = 0; m < candidates.size(); ++m) {
            const auto& same = candidates[m].same_as;
            methods[m].draws_s.push_back(same ? methods[*same].draws_s.back() : predict(m));
        }
    }
}

// The methods that may be the fastest: those that were measured, or all if none was.
std::vector<ranked_method*> competitors(std::vector<ranked_method>& methods) {
    std::vector<ranked_method*> chosen;
    const bool none_measured = std::ranges::all_of(methods, &ranked_method::modelled_only);
    for (auto& entry : methods) {
        if (none_measured || !entry.modelled_only) chosen.push_back(&entry);
    }
    return chosen;
}

// Methods with the same partition have the same draws, and win together.
void count_wins(const std::vector<ranked_method*>& methods) {
    const std::size_t draws = methods[0]->draws_s.size();
    for (std::size_t draw = 0; draw < draws; ++draw) {
        const auto* best =
            *std::ranges::min_element(methods, {}, [&](const auto* entry) { return entry->draws_s[draw]; });
        for (auto* entry : methods) {
            if (entry->draws_s == best->draws_s) entry->p_best += 1.0 / static_cast<double>(draws);
        }
    }
}

void compare_with_fastest(const std::vector<ranked_method*>& methods) {
    const auto* fastest = *std::ranges::min_element(methods, {}, [](const auto* entry) { return entry->predicted_s; });
    const auto& least = fastest->draws_s;
    for (auto* entry : methods) {
        for (std::size_t draw = 0; draw < least.size(); ++draw) {
            if (entry->draws_s[draw] <= least[draw]) entry->p_as_fast += 1.0 / static_cast<double>(least.size());
        }
    }
}

void check(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges) {
    if (candidates.empty()) throw std::invalid_argument("a ranking needs at least one method");
    for (std::size_t m = 0; m < candidates.size(); ++m) {
        const auto& method = candidates[m];
        if (method.same_as && (*method.same_as >= m || candidates[*method.same_as].same_as))
            throw std::invalid_argument("method " + method.method + " must name the first one with its partition");
        if (!(slowest_processor(method) > 0) && !method.messages_only)
            throw std::invalid_argument("no computation was measured for method " + method.method);
        if (exchanges.empty() && method.halo.total_messages > 0)
            throw std::invalid_argument("no exchange was measured, but method " + method.method + " sends messages");
    }
}

}  // namespace

prediction_model prediction_model_named(const std::string& name) {
    if (name == "measured") return prediction_model::measured;
    if (name == "classic") return prediction_model::classic;
    throw std::invalid_argument("unknown model '" + name + "': measured, classic");
}

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

ranking rank_predictions(std::vector<ranked_method> methods, const exchange_model& network) {
    if (methods.empty()) throw std::invalid_argument("a ranking needs at least one method");
    for (auto& entry : methods) {
        const auto& draws = entry.draws_s;
        entry.p_best = entry.p_as_fast = 0;
        entry.interval_s = draws.empty() ? interval{entry.predicted_s, entry.predicted_s} : middle_95(draws);
    }
    const auto competing = competitors(methods);
    count_wins(competing);
    compare_with_fastest(competing);
    std::ranges::stable_sort(methods, {},
                             [](const auto& entry) { return std::pair(entry.modelled_only, entry.predicted_s); });
    for (auto& entry : methods) {
        entry.relative = entry.predicted_s / methods.front().predicted_s;
    }
    return {std::move(methods), network, {}};
}

std::vector<exchange_model> resampled_networks(std::span<const exchange_samples> exchanges,
                                               const ranking_options& options) {
    std::mt19937_64 random(options.seed);
    std::vector<exchange_model> networks;
    for (int draw = 0; draw < options.draws; ++draw) {
        networks.push_back(fit_if_measured(resample(exchanges, random)));
    }
    return networks;
}

ranking rank_methods(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges,
                     const ranking_options& options) {
    check(candidates, exchanges);
    const auto network = fit_if_measured(exchanges);
    const auto classic = fit_classic(exchanges);
    std::vector<ranked_method> methods;
    for (const auto& one : candidates) {
        const auto by_classic = predict_classic(one, classic);
        const auto predicted = options.model == prediction_model::classic
                                   ? by_classic
                                   : predict_measured(one, network, options.windows_of_turn);
        ranked_method entry;
        entry.method = one.method;
        entry.predicted_s = predicted.total();
        entry.compute_s = predicted.compute_s;
        entry.communication_s = predicted.communication_s;
        entry.waiting_s = predicted.waiting_s;
        entry.classic_s = by_classic.total();
        entry.modelled_only = one.modelled_only && options.model == prediction_model::measured;
        methods.push_back(std::move(entry));
    }
    const measured_turns turns(candidates, options);
    bootstrap(methods, candidates, exchanges, turns, options);
    auto result = rank_predictions(std::move(methods), network);
    result.classic = classic;
    for (std::size_t m = 0; m < candidates.size(); ++m) {
        if (!turns.are_known(m)) continue;
        auto& entry = *std::ranges::find(result.methods, candidates[m].method, &ranked_method::method);
        entry.interval_s = prediction_interval(entry.predicted_s, turns.scatter[m], turns.count[m]);
    }
    return result;
}

}  // namespace banyan::advisor
