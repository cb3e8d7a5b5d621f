#include "tools/banyan/validate_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "advisor/host_facts.hpp"
#include "banyan/net/version.hpp"
#include "tools/banyan/chart.hpp"
#include "tools/banyan/comparison_report.hpp"
#include "tools/banyan/html_page.hpp"
#include "tools/banyan/survey_page.hpp"

namespace banyan::tools {
namespace {

using advisor::compared_method;
using advisor::setting_comparison;

std::string interval_text(const advisor::mean_estimate& estimate) {
    return fmt::format("{:.3f}..{:.3f}", estimate.ci95.lo, estimate.ci95.hi);
}

std::vector<compared_method> by_prediction(const setting_comparison& setting) {
    auto methods = setting.methods;
    std::ranges::stable_sort(methods, std::less<>(), &compared_method::predicted_s);
    return methods;
}

std::string methods_table(const setting_comparison& setting) {
    html::table shown{"Times of one iteration in ms: medians of the trials",
                      {{"Method", false},
                       {"Predicted"},
                       {"Observed"},
                       {"Predicted / observed"},
                       {"95 % interval"},
                       {"Predicted rank"},
                       {"Observed rank"},
                       {"p(best)"}},
                      {}};
    for (const auto& m : by_prediction(setting))
        shown.rows.push_back({m.method, milliseconds(m.predicted_s), milliseconds(m.observed_s),
                              fmt::format("{:.3f}", m.predicted_over_observed.mean),
                              interval_text(m.predicted_over_observed), std::to_string(m.predicted_rank),
                              std::to_string(m.observed_rank), fmt::format("{:.2f}", m.p_best)});
    return html::element(shown);
}

std::vector<const advisor::trial*> trials_of(const advisor::experiment_record& record,
                                             const setting_comparison& setting) {
    std::vector<const advisor::trial*> trials;
    for (const auto& one : record.trials)
        if (one.result.tasks == setting.tasks && one.result.flops == setting.flops) trials.push_back(&one.result);
    return trials;
}

// The medians over the trials of both ends of the interval of prediction.
advisor::interval predicted_interval(const std::vector<const advisor::trial*>& trials, std::size_t method) {
    std::vector<double> lo, hi;
    for (const auto* one : trials) {
        lo.push_back(one->interval_s.at(method).lo);
        hi.push_back(one->interval_s.at(method).hi);
    }
    return lo.empty() ? advisor::interval{} : advisor::interval{advisor::median(lo), advisor::median(hi)};
}

// The least and the greatest of the runs.
advisor::interval observed_range(const std::vector<const advisor::trial*>& trials, std::size_t method) {
    advisor::interval range{std::numeric_limits<double>::infinity(), 0};
    for (const auto* one : trials)
        for (const double seconds : one->observed_s.at(method)) {
            range.lo = std::min(range.lo, seconds);
            range.hi = std::max(range.hi, seconds);
        }
    return range;
}

chart_bar bar_of(const std::string& name, double seconds, const advisor::interval& around, int colour) {
    return {name, seconds * 1e3, around.lo * 1e3, around.hi * 1e3, milliseconds(seconds) + " ms", colour};
}

// Two bars for each method, the prediction first.
std::string methods_figure(const setting_comparison& setting, const advisor::experiment_record& record) {
    bar_chart drawn{"Predicted and observed time of one iteration", "time (ms)", {}};
    const auto trials = trials_of(record, setting);
    for (const auto& m : by_prediction(setting)) {
        const auto index = static_cast<std::size_t>(
            std::ranges::find(setting.methods, m.method, &compared_method::method) - setting.methods.begin());
        drawn.bars.push_back(
            bar_of(m.method + ", predicted", m.predicted_s, predicted_interval(trials, index), page_colour::predicted));
        drawn.bars.push_back(
            bar_of(m.method + ", observed", m.observed_s, observed_range(trials, index), page_colour::observed));
    }
    return html::figure(svg_bars(drawn),
                        "Medians of the trials. Black lines: 95 % interval of the prediction, and range of the runs.");
}

// Every trial of every setting as a point.
std::string trials_figure(const advisor::experiment_record& record) {
    chart drawn{"Predicted against observed time",
                {"observed time of one iteration (ms)", axis_kind::logarithmic},
                {"predicted time (ms)", axis_kind::logarithmic},
                {{"perfect prediction", page_colour::reference, false, true, {}}}};
    std::map<std::pair<int, int>, chart_series> series;
    double lo = std::numeric_limits<double>::infinity(), hi = 0;
    for (const auto& one : record.trials) {
        const auto& result = one.result;
        auto& shown = series[{result.tasks, result.flops}];
        for (std::size_t m = 0; m < result.predicted_s.size(); ++m) {
            const double observed = advisor::median(result.observed_s[m]) * 1e3,
                         predicted = result.predicted_s[m] * 1e3;
            shown.points.push_back({observed, predicted});
            lo = std::min({lo, observed, predicted});
            hi = std::max({hi, observed, predicted});
        }
    }
    drawn.series[0].points = {{lo, lo}, {hi, hi}};
    for (auto& [setting, shown] : series) {
        shown.name = fmt::format("{} tasks, {} operations per cell", setting.first, setting.second);
        shown.colour = page_colour::of_setting(drawn.series.size() - 1);
        drawn.series.push_back(std::move(shown));
    }
    return html::figure(svg_chart(drawn),
                        "One point for each method and trial. Points above the line: predicted too slow.");
}

html::table ratios_table(const validation& found) {
    html::table shown{fmt::format("Time of {} divided by time of {}", found.methods.at(1), found.methods.at(0)),
                      {{"Operations"},
                       {"Tasks"},
                       {"Predicted"},
                       {"Observed"},
                       {"Predicted / observed"},
                       {"95 % interval"},
                       {"Ranking", false}},
                      {}};
    for (const auto& r : found.pairs)
        shown.rows.push_back({std::to_string(r.flops), std::to_string(r.tasks),
                              fmt::format("{:.3f}", r.predicted_ratio), fmt::format("{:.3f}", r.observed_ratio),
                              fmt::format("{:.3f}", r.predicted_over_observed.mean),
                              interval_text(r.predicted_over_observed),
                              std::string(r.ranking_right ? "right" : "wrong") + (r.is_tie() ? " (a tie)" : "")});
    return shown;
}

// The plot of Crandall's Figure 43, one colour for each number of operations.
std::string ratios_section(const validation& found) {
    if (found.pairs.empty()) return {};
    std::map<int, chart_series> series;
    chart_series perfect{"perfect prediction", page_colour::reference, false, true, {}};
    for (const auto& r : found.pairs) {
        const auto& mean = r.predicted_over_observed;
        series[r.flops].points.push_back(
            {static_cast<double>(r.tasks), mean.mean, std::max(0.0, mean.ci95.lo), std::min(3.0, mean.ci95.hi)});
        perfect.points.push_back({static_cast<double>(r.tasks), 1});
    }
    std::ranges::sort(perfect.points, {}, &chart_point::x);
    chart drawn{"Ratio of times, predicted / observed (Figure 43)",
                {"number of tasks", axis_kind::whole_numbers},
                {"predicted / observed (no unit)"},
                {perfect}};
    for (auto& [flops, shown] : series) {
        shown.name = fmt::format("{} operations per cell", flops);
        shown.colour = page_colour::of_setting(drawn.series.size() - 1);
        shown.line = true;
        drawn.series.push_back(std::move(shown));
    }
    return html::section(
        "Ratio of the two methods",
        html::figure(svg_chart(drawn), "Means of the trials with 95 % intervals, which are cut at 0 and 3.") +
            html::element(ratios_table(found)));
}

std::string settings_sections(const validation& found, const advisor::experiment_settings& experiment,
                              const advisor::experiment_record& record) {
    std::string out;
    for (const auto& setting : found.settings) {
        std::string content =
            html::paragraphs(verdict_text(setting)) + methods_figure(setting, record) + methods_table(setting);
        const auto first = std::ranges::find_if(record.trials, [&](const auto& one) {
            return one.result.tasks == setting.tasks && one.result.flops == setting.flops;
        });
        if (first != record.trials.end()) {
            auto problem = experiment.task;
            problem.flops = setting.flops;
            content += html::paragraphs("Partitions and network of the first trial:") +
                       partition_figures(problem, first->found) + ring_figure(first->found) +
                       speeds_table(problem, first->found);
        }
        out += html::section(title_text(setting), content);
    }
    return out;
}

std::string settings_section(const advisor::experiment_settings& experiment, const advisor::experiment_record& record,
                             const std::string& note) {
    // The hosts are those of the setting with the most tasks.
    const auto widest = std::ranges::max_element(record.trials, {}, [](const auto& one) { return one.result.tasks; });
    const auto& grid = experiment.task.domain;
    return html::section("Settings",
                         html::facts({{"Note", note.empty() ? "none" : note},
                                      {"Application", experiment.task.application},
                                      {"Grid", fmt::format("{} x {} cells", grid.rows(), grid.cols())},
                                      {"Methods", fmt::format("{}", fmt::join(experiment.task.methods, ", "))},
                                      {"Trials of each setting", std::to_string(experiment.trials)},
                                      {"Transport", experiment.transport},
                                      {"Encryption between tasks", record.encryption},
                                      {"Length of a run", fmt::format("{} s", experiment.run_s)}}) +
                             (widest == record.trials.end() ? "" : hosts_table(widest->found)));
}

}  // namespace

std::string validate_page(const validation& found, const advisor::experiment_settings& experiment,
                          const advisor::experiment_record& record, const std::string& note,
                          const std::string& warnings) {
    const auto& grid = experiment.task.domain;
    std::string verdicts;
    for (const auto& setting : found.settings)
        verdicts += title_text(setting) + ": " + verdict_text(setting);
    return html::page(
        fmt::format("Validation of the advice for {}: {} x {} cells", found.application, grid.rows(), grid.cols()),
        fmt::format("banyan validate {}, {}", net::version_string, advisor::utc_now()),
        html::section("Summary", html::warnings(warnings) + html::paragraphs(verdicts) +
                                     (record.trials.empty() ? "" : trials_figure(record))) +
            ratios_section(found) + settings_sections(found, experiment, record) +
            settings_section(experiment, record, note));
}

}  // namespace banyan::tools
