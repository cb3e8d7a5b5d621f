#include "tools/banyan/comparison_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "tools/banyan/method_remarks.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;
using advisor::compared_method;
using advisor::setting_comparison;

std::string method_line(const compared_method& m) {
    const auto& quotient = m.predicted_over_observed;
    return fmt::format("{:<18} {:>12.3f} {:>11.3f} {:>18.3f} {:>14} {:>14} {:>13} {:>7.2f} {:>10}\n", m.method,
                       m.predicted_s * 1e3, m.observed_s * 1e3, quotient.mean,
                       fmt::format("{:.3f}..{:.3f}", quotient.ci95.lo, quotient.ci95.hi), m.predicted_rank,
                       m.observed_rank, m.p_best, m.classic_s > 0 ? fmt::format("{:.3f}", m.classic_s * 1e3) : "-");
}

std::string advice_text(const setting_comparison& setting) {
    const auto& advised = setting.methods[setting.advised].method;
    const auto& fastest = setting.methods[setting.fastest].method;
    const auto lead = fmt::format("{:.1f} % before the next", 100 * setting.lead);
    if (setting.is_winner_right) return fmt::format("advised and fastest: {}, {}\n", advised, lead);
    return fmt::format("advised: {}, regret {:.1f} %; fastest: {}, {}\n", advised, 100 * setting.regret, fastest, lead);
}

// Empty if `best` is not there, or if no other partition is predicted to be faster.
std::string remark_on_best(const setting_comparison& setting) {
    const auto best = std::ranges::find_if(setting.methods, [](const auto& one) { return one.method == "best"; });
    if (best == setting.methods.end() || best->predicted_rank == 1) return "";
    return "best: " + reason_of_best() + "\n";
}

std::string tie_call_text(const setting_comparison& setting) {
    return fmt::format("{}; the two fastest {} within noise: {}",
                       setting.tie_called ? "a tie was called" : "no tie was called",
                       setting.within_noise ? "are" : "are not", setting.tie_right() ? "right" : "wrong");
}

std::string classic_text(const setting_comparison& setting) {
    if (!setting.classic) return "";
    const auto& figures = *setting.classic;
    return fmt::format(
        "Crandall's model (classic): advised {}, regret {:.1f} %, Kendall's tau {:.2f}, log error: mean {:+.3f}, mean "
        "absolute {:.3f}\n",
        setting.methods[figures.advised].method, 100 * figures.regret, figures.kendall_tau, figures.mean_log_error,
        figures.mean_absolute_log_error);
}

std::string doubts_text(const setting_comparison& setting) {
    if (setting.doubts.empty()) return "";
    return fmt::format(
        "Before the runs of {} of {} trial{}, the samples said that these hosts cannot be predicted: {}\n",
        setting.doubtful_trials, setting.trials, setting.trials == 1 ? "" : "s", fmt::join(setting.doubts, "; "));
}

std::string setting_text(const setting_comparison& setting) {
    std::string text = title_text(setting) + "\n";
    text += fmt::format("{:<18} {:>12} {:>11} {:>18} {:>14} {:>14} {:>13} {:>7} {:>10}\n", "method", "predicted ms",
                        "observed ms", "predicted/observed", "95 % interval", "predicted rank", "observed rank",
                        "p(best)", "classic ms");
    auto methods = setting.methods;
    std::ranges::stable_sort(methods, std::less<>(), &compared_method::predicted_s);
    for (const auto& method : methods)
        text += method_line(method);
    return text + verdict_text(setting);
}

json method_json(const compared_method& m) {
    return {{"method", m.method},
            {"predicted_s", m.predicted_s},
            {"observed_s", m.observed_s},
            {"predicted_over_observed", estimate_json(m.predicted_over_observed)},
            {"predicted_rank", m.predicted_rank},
            {"observed_rank", m.observed_rank},
            {"p_best", m.p_best},
            {"classic_s", m.classic_s > 0 ? json(m.classic_s) : json(nullptr)}};
}

json classic_json(const setting_comparison& setting) {
    if (!setting.classic) return nullptr;
    const auto& figures = *setting.classic;
    return {{"advised", setting.methods[figures.advised].method},
            {"winner_right", figures.is_winner_right},
            {"regret", figures.regret},
            {"kendall_tau", figures.kendall_tau},
            {"mean_log_error", figures.mean_log_error},
            {"mean_absolute_log_error", figures.mean_absolute_log_error}};
}

}  // namespace

std::string title_text(const setting_comparison& setting) {
    return fmt::format("{} tasks, {} operations per cell, {} trial{}", setting.tasks, setting.flops, setting.trials,
                       setting.trials == 1 ? "" : "s");
}

std::string verdict_text(const setting_comparison& setting) {
    std::string text;
    if (setting.methods.size() > 1) {
        text += advice_text(setting);
        text += fmt::format("Kendall's tau {:.2f}; {}\n", setting.kendall_tau, tie_call_text(setting));
    }
    text += fmt::format(
        "log(predicted/observed): mean {:+.3f}, mean absolute {:.3f}; {:.0f} % of the 95 % intervals "
        "contain the observed time\n",
        setting.mean_log_error, setting.mean_absolute_log_error, 100 * setting.covered);
    return text + remark_on_best(setting) + classic_text(setting) + doubts_text(setting);
}

std::string comparison_text(std::span<const setting_comparison> settings) {
    std::string text;
    for (const auto& setting : settings)
        text += (text.empty() ? "" : "\n") + setting_text(setting);
    return text;
}

json comparison_json(const setting_comparison& setting) {
    json methods = json::array();
    for (const auto& method : setting.methods)
        methods.push_back(method_json(method));
    return {{"tasks", setting.tasks},
            {"flops", setting.flops},
            {"methods", methods},
            {"advised", setting.methods[setting.advised].method},
            {"fastest", setting.methods[setting.fastest].method},
            {"winner_right", setting.is_winner_right},
            {"regret", setting.regret},
            {"lead", setting.lead},
            {"kendall_tau", setting.kendall_tau},
            {"tie",
             {{"called", setting.tie_called}, {"within_noise", setting.within_noise}, {"right", setting.tie_right()}}},
            {"mean_log_error", setting.mean_log_error},
            {"mean_absolute_log_error", setting.mean_absolute_log_error},
            {"covered", setting.covered},
            {"classic", classic_json(setting)},
            {"doubts", {{"trials", setting.doubtful_trials}, {"reasons", setting.doubts}}}};
}

json estimate_json(const advisor::mean_estimate& estimate) {
    return {{"mean", estimate.mean}, {"ci95", {estimate.ci95.lo, estimate.ci95.hi}}};
}

}  // namespace banyan::tools
