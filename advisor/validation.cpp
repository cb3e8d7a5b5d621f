#include "advisor/validation.hpp"

#include <algorithm>
#include <stdexcept>

namespace banyan::advisor {
namespace {

validation_result summarize_alike(const std::vector<const trial*>& trials) {
    std::vector<double> predicted, observed, quotient;
    for (const auto* t : trials) {
        predicted.push_back(t->predicted_ratio());
        observed.push_back(t->observed_ratio());
        quotient.push_back(predicted.back() / observed.back());
    }
    validation_result result;
    result.tasks = trials.front()->tasks;
    result.flops = trials.front()->flops;
    result.predicted_ratio = median(predicted);
    result.observed_ratio = median(observed);
    result.predicted_over_observed = mean_with_interval(quotient);
    result.observed = mean_with_interval(observed);
    result.ranking_right = (result.predicted_ratio < 1) == (result.observed_ratio < 1);
    result.trials = static_cast<int>(trials.size());
    return result;
}

}  // namespace

std::vector<validation_result> summarize_trials(std::span<const trial> trials) {
    if (!std::all_of(trials.begin(), trials.end(), [](const trial& one) { return is_complete(one, 2); }))
        throw std::invalid_argument("a trial needs positive times, predicted and observed, of two methods");
    std::vector<validation_result> results;
    for (const auto& alike : trials_by_setting(trials)) {
        results.push_back(summarize_alike(alike));
    }
    return results;
}

}  // namespace banyan::advisor
