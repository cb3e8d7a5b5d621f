#include "tools/banyan/validation_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/banyan/comparison_report.hpp"
#include "tools/banyan/predictability_report.hpp"
#include "tools/banyan/ranking_report.hpp"
#include "tools/banyan/survey_samples.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

json trial_json(const advisor::trial_record& one) {
    return {{"started", one.started},
            {"tasks", one.result.tasks},
            {"flops", one.result.flops},
            {"methods", one.methods},
            {"prediction", prediction_json(one.predicted)},
            {"predictability", predictability_json(one.quality)},
            {"order", one.order},
            {"observed_s", one.result.observed_s},
            {"survey", survey_json(one.found, one.methods)}};
}

// Why the interval of predicted / observed does not contain 1; empty if it does, and for a single trial, which has no
// interval.
std::string error_text(const std::vector<std::string>& methods, const advisor::validation_result& pair,
                       const advisor::setting_comparison& setting) {
    const auto& quotient = pair.predicted_over_observed;
    if (pair.trials < 2 || quotient.ci95.contains(1)) return "";
    const bool is_low = quotient.mean < 1;
    const auto doubts = setting.doubtful_trials == 0
                            ? std::string("the samples before the runs gave no doubts")
                            : fmt::format("the samples before the runs gave doubts in {} of {} trials",
                                          setting.doubtful_trials, setting.trials);
    return fmt::format(
        "{} tasks, {} operations: the ratio is predicted {:.1f} % too {} ({:.1f} to {:.1f} %): relative to {}, {} is "
        "predicted too {}; {}\n",
        pair.tasks, pair.flops, 100 * std::abs(quotient.mean - 1), is_low ? "low" : "high",
        100 * std::min(std::abs(quotient.ci95.lo - 1), std::abs(quotient.ci95.hi - 1)),
        100 * std::max(std::abs(quotient.ci95.lo - 1), std::abs(quotient.ci95.hi - 1)), methods.at(0), methods.at(1),
        is_low ? "fast" : "slow", doubts);
}

std::string ratio_text(const validation& found) {
    const auto& methods = found.methods;
    std::string text = fmt::format("Time of {} divided by time of {}, {} trial{} for each line\n", methods.at(1),
                                   methods.at(0), found.trials, found.trials == 1 ? "" : "s");
    text += fmt::format("{:>5} {:>5} {:>9} {:>8}  {:>18} {:>15}  {}\n", "flops", "tasks", "predicted", "observed",
                        "predicted/observed", "95 % interval", "ranking");
    for (const auto& r : found.pairs) {
        const auto& mean = r.predicted_over_observed;
        text +=
            fmt::format("{:>5} {:>5} {:>9.3f} {:>8.3f}  {:>18.3f} {:>15}  {}{}\n", r.flops, r.tasks, r.predicted_ratio,
                        r.observed_ratio, mean.mean, fmt::format("{:.3f}..{:.3f}", mean.ci95.lo, mean.ci95.hi),
                        r.ranking_right ? "right" : "wrong", r.is_tie() ? " (a tie)" : "");
    }
    for (std::size_t i = 0; i < found.pairs.size(); ++i)
        text += error_text(methods, found.pairs[i], found.settings.at(i));
    return text + "\n";
}

json ratio_json(const advisor::validation_result& pair) {
    return {{"predicted_ratio", pair.predicted_ratio},
            {"observed_ratio", pair.observed_ratio},
            {"predicted_over_observed", estimate_json(pair.predicted_over_observed)},
            {"ranking_right", pair.ranking_right}};
}

}  // namespace

validation make_validation(const std::string& application, const std::vector<std::string>& methods, int trials,
                           std::span<const advisor::trial> results) {
    validation found{application, methods, trials, advisor::compare_methods(methods, results), {}};
    if (methods.size() == 2) found.pairs = advisor::summarize_trials(results);
    return found;
}

std::string validation_text(const validation& found) {
    return (found.pairs.empty() ? "" : ratio_text(found)) + comparison_text(found.settings);
}

json validation_json(const validation& found) {
    auto list = json::array();
    for (std::size_t i = 0; i < found.settings.size(); ++i) {
        list.push_back(comparison_json(found.settings[i]));
        if (!found.pairs.empty()) list.back()["pair"] = ratio_json(found.pairs.at(i));
    }
    return {{"application", found.application}, {"trials", found.trials}, {"results", list}};
}

json samples_json(const advisor::experiment_record& record) {
    json trials = json::array();
    for (const auto& one : record.trials)
        trials.push_back(trial_json(one));
    return {{"encryption", record.encryption}, {"trials", trials}};
}

}  // namespace banyan::tools
