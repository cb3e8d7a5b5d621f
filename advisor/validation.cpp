#include "advisor/validation.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace banyan::advisor {
namespace {

void check(const trial& t) {
    const auto positive = [](double x) { return x > 0; };
    const bool good = t.predicted_s.size() == 2 && t.observed_s.size() == 2 && !t.observed_s[0].empty() &&
                      !t.observed_s[1].empty() && std::all_of(t.predicted_s.begin(), t.predicted_s.end(), positive) &&
                      std::all_of(t.observed_s[0].begin(), t.observed_s[0].end(), positive) &&
                      std::all_of(t.observed_s[1].begin(), t.observed_s[1].end(), positive);
    if (!good) throw std::invalid_argument("a trial needs positive times, predicted and observed, of two methods");
}

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

double trial::predicted_ratio() const {
    return predicted_s[1] / predicted_s[0];
}

double trial::observed_ratio() const {
    return median(observed_s[1]) / median(observed_s[0]);
}

std::vector<validation_result> summarize_trials(std::span<const trial> trials) {
    std::vector<std::pair<int, int>> order;
    for (const auto& t : trials) {
        check(t);
        const std::pair key(t.flops, t.tasks);
        if (std::find(order.begin(), order.end(), key) == order.end()) order.push_back(key);
    }
    std::vector<validation_result> results;
    for (const auto& key : order) {
        std::vector<const trial*> alike;
        for (const auto& t : trials) {
            if (std::pair(t.flops, t.tasks) == key) alike.push_back(&t);
        }
        results.push_back(summarize_alike(alike));
    }
    return results;
}

}  // namespace banyan::advisor
