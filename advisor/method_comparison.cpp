#include "advisor/method_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "advisor/rank_correlation.hpp"

namespace banyan::advisor {
namespace {

using setting_trials = std::vector<const trial*>;

constexpr double certain = 0.95;

bool can_be_compared(const trial& one, std::size_t methods) {
    const auto as_many_runs = [&](const auto& runs) { return runs.size() == one.observed_s.front().size(); };
    return is_complete(one, methods) && one.interval_s.size() == methods && one.p_best.size() == methods &&
           std::all_of(one.observed_s.begin(), one.observed_s.end(), as_many_runs);
}

using predictions = std::vector<double> trial::*;  // of one model

bool are_known(predictions model, const setting_trials& trials, std::size_t methods) {
    return std::ranges::all_of(trials, [&](const trial* one) { return (one->*model).size() == methods; });
}

double log_quotient(const trial& one, std::size_t method, predictions model = &trial::predicted_s) {
    return std::log((one.*model)[method] / median(one.observed_s[method]));
}

double median_of(std::size_t method, const setting_trials& trials, predictions model) {
    std::vector<double> values;
    for (const auto* one : trials) {
        values.push_back((one->*model)[method]);
    }
    return median(values);
}

mean_estimate geometric(const std::vector<double>& logarithms) {
    const auto mean = mean_with_interval(logarithms);
    return {std::exp(mean.mean), {std::exp(mean.ci95.lo), std::exp(mean.ci95.hi)}};
}

compared_method compare_one(const std::string& name, std::size_t method, const setting_trials& trials) {
    std::vector<double> observed, logarithms, p_best;
    for (const auto* one : trials) {
        observed.push_back(median(one->observed_s[method]));
        logarithms.push_back(log_quotient(*one, method));
        p_best.push_back(one->p_best[method]);
    }
    compared_method result;
    result.method = name;
    result.predicted_s = median_of(method, trials, &trial::predicted_s);
    result.observed_s = median(observed);
    result.predicted_over_observed = geometric(logarithms);
    result.p_best = mean_with_interval(p_best).mean;
    return result;
}

std::size_t place_of_least(const std::vector<double>& times) {
    return static_cast<std::size_t>(std::ranges::min_element(times) - times.begin());
}

void rank_by_times(setting_comparison& setting) {
    std::vector<double> predicted, observed;
    for (const auto& method : setting.methods) {
        predicted.push_back(method.predicted_s);
        observed.push_back(method.observed_s);
    }
    const auto predicted_ranks = ranks_of(predicted);
    const auto observed_ranks = ranks_of(observed);
    for (std::size_t m = 0; m < setting.methods.size(); ++m) {
        setting.methods[m].predicted_rank = predicted_ranks[m];
        setting.methods[m].observed_rank = observed_ranks[m];
    }
    setting.fastest = place_of_least(observed);
}

// Whether two methods made the same partition in all trials, so that there is nothing to choose between them.
bool are_same(std::size_t a, std::size_t b, const setting_trials& trials) {
    return std::ranges::all_of(trials, [&](const trial* one) { return one->are_same(a, b); });
}

prediction_figures figures_of(predictions model, const setting_comparison& setting, const setting_trials& trials) {
    std::vector<double> predicted, observed, errors, absolute;
    for (std::size_t m = 0; m < setting.methods.size(); ++m) {
        predicted.push_back(median_of(m, trials, model));
        observed.push_back(setting.methods[m].observed_s);
        for (const auto* one : trials) {
            errors.push_back(log_quotient(*one, m, model));
            absolute.push_back(std::abs(errors.back()));
        }
    }
    prediction_figures figures;
    figures.advised = place_of_least(predicted);
    figures.is_winner_right = are_same(figures.advised, setting.fastest, trials);
    figures.regret = observed[figures.advised] / observed[setting.fastest] - 1;
    figures.kendall_tau = kendall_tau(predicted, observed);
    figures.mean_log_error = mean_with_interval(errors).mean;
    figures.mean_absolute_log_error = mean_with_interval(absolute).mean;
    return figures;
}

double share_covered(const setting_comparison& setting, const setting_trials& trials) {
    std::vector<double> covered;
    for (const auto* one : trials) {
        for (std::size_t m = 0; m < setting.methods.size(); ++m) {
            covered.push_back(one->interval_s[m].contains(median(one->observed_s[m])) ? 1 : 0);
        }
    }
    return mean_with_interval(covered).mean;
}

void judge_models(setting_comparison& setting, const setting_trials& trials) {
    static_cast<prediction_figures&>(setting) = figures_of(&trial::predicted_s, setting, trials);
    setting.covered = share_covered(setting, trials);
    if (!are_known(&trial::classic_s, trials, setting.methods.size())) return;
    setting.classic = figures_of(&trial::classic_s, setting, trials);
    for (std::size_t m = 0; m < setting.methods.size(); ++m) {
        setting.methods[m].classic_s = median_of(m, trials, &trial::classic_s);
    }
}

void collect_doubts(setting_comparison& setting, const setting_trials& trials) {
    for (const auto* one : trials) {
        if (!one->doubts.empty()) ++setting.doubtful_trials;
        for (const auto& doubt : one->doubts) {
            if (std::ranges::count(setting.doubts, doubt) == 0) setting.doubts.push_back(doubt);
        }
    }
}

// The fastest method beside the fastest one and those with the same partitions; nothing if there is none.
std::optional<std::size_t> second_fastest(const setting_comparison& setting, const setting_trials& trials) {
    std::optional<std::size_t> second;
    for (std::size_t m = 0; m < setting.methods.size(); ++m) {
        if (are_same(m, setting.fastest, trials)) continue;
        if (!second || setting.methods[m].observed_s < setting.methods[*second].observed_s) second = m;
    }
    return second;
}

// A tie is called unless one partition is certain to be the fastest.
bool is_tie_called(const setting_comparison& setting, const setting_trials& trials) {
    std::vector<std::size_t> chosen;
    for (std::size_t m = 0; m < setting.methods.size(); ++m) {
        if (setting.methods[m].p_best >= certain) chosen.push_back(m);
    }
    return chosen.empty() ||
           !std::ranges::all_of(chosen, [&](std::size_t m) { return are_same(m, chosen.front(), trials); });
}

// Whether the runs of the two methods differ. Run i of both methods is made in the same round of a trial.
bool are_within_noise(std::size_t a, std::size_t b, const setting_trials& trials) {
    std::vector<double> logarithms;
    for (const auto* one : trials) {
        for (std::size_t run = 0; run < one->observed_s[a].size(); ++run) {
            logarithms.push_back(std::log(one->observed_s[b][run] / one->observed_s[a][run]));
        }
    }
    return logarithms.size() < 2 || mean_with_interval(logarithms).ci95.contains(0);
}

setting_comparison compare_setting(const std::vector<std::string>& methods, const setting_trials& trials) {
    setting_comparison result;
    result.tasks = trials.front()->tasks;
    result.flops = trials.front()->flops;
    result.trials = static_cast<int>(trials.size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
        result.methods.push_back(compare_one(methods[m], m, trials));
    }
    rank_by_times(result);
    judge_models(result, trials);
    collect_doubts(result, trials);
    result.tie_called = is_tie_called(result, trials);
    if (const auto second = second_fastest(result, trials)) {
        result.lead = result.methods[*second].observed_s / result.methods[result.fastest].observed_s - 1;
        result.within_noise = are_within_noise(result.fastest, *second, trials);
    }
    return result;
}

}  // namespace

std::vector<setting_comparison> compare_methods(const std::vector<std::string>& methods,
                                                std::span<const trial> trials) {
    const auto good = [&](const trial& one) { return can_be_compared(one, methods.size()); };
    if (methods.empty() || !std::all_of(trials.begin(), trials.end(), good))
        throw std::invalid_argument(
            "a comparison needs methods, and for each of them in each trial positive times, an interval, p_best, and "
            "equally many runs");
    std::vector<setting_comparison> results;
    for (const auto& alike : trials_by_setting(trials)) {
        results.push_back(compare_setting(methods, alike));
    }
    return results;
}

}  // namespace banyan::advisor
