#include "advisor/validation.hpp"

#include <fmt/format.h>

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
    result.processes = trials.front()->processes;
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
        const std::pair key(t.flops, t.processes);
        if (std::find(order.begin(), order.end(), key) == order.end()) order.push_back(key);
    }
    std::vector<validation_result> results;
    for (const auto& key : order) {
        std::vector<const trial*> alike;
        for (const auto& t : trials) {
            if (std::pair(t.flops, t.processes) == key) alike.push_back(&t);
        }
        results.push_back(summarize_alike(alike));
    }
    return results;
}

nlohmann::ordered_json to_json(const std::string& application, const std::vector<std::string>& methods, int trials,
                               std::span<const validation_result> results) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& r : results) {
        const auto& mean = r.predicted_over_observed;
        list.push_back({{"processes", r.processes},
                        {"flops", r.flops},
                        {"methods", methods},
                        {"predicted_ratio", r.predicted_ratio},
                        {"observed_ratio", r.observed_ratio},
                        {"predicted_over_observed", {{"mean", mean.mean}, {"ci95", {mean.ci95.lo, mean.ci95.hi}}}},
                        {"ranking_right", r.ranking_right}});
    }
    return {{"application", application}, {"trials", trials}, {"results", list}};
}

std::string to_text(const std::vector<std::string>& methods, std::span<const validation_result> results) {
    std::string text = fmt::format("Time of {} over time of {}, {} trial{} each\n", methods.at(1), methods.at(0),
                                   results.empty() ? 0 : results.front().trials,
                                   !results.empty() && results.front().trials == 1 ? "" : "s");
    text += fmt::format("{:>5} {:>9} {:>9} {:>8}  {:>18} {:>15}  {}\n", "flops", "processes", "predicted", "observed",
                        "predicted/observed", "95 % interval", "ranking");
    for (const auto& r : results) {
        const auto& mean = r.predicted_over_observed;
        const auto verdict = fmt::format("{}{}", r.ranking_right ? "right" : "wrong", r.is_tie() ? " (a tie)" : "");
        text += fmt::format("{:>5} {:>9} {:>9.3f} {:>8.3f}  {:>18.3f} {:>15}  {}\n", r.flops, r.processes,
                            r.predicted_ratio, r.observed_ratio, mean.mean,
                            fmt::format("{:.3f}..{:.3f}", mean.ci95.lo, mean.ci95.hi), verdict);
    }
    return text;
}

}  // namespace banyan::advisor
