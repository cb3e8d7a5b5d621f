#include "tools/banyan/advise_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advisor/host_facts.hpp"
#include "banyan/net/version.hpp"
#include "tools/banyan/chart.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/html_page.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/method_remarks.hpp"
#include "tools/banyan/ring_network.hpp"
#include "tools/banyan/survey_page.hpp"

namespace banyan::tools {
namespace {

std::string size_text(const advisor::problem& problem) {
    return fmt::format("{} x {} cells", problem.domain.rows(), problem.domain.cols());
}

std::string warnings_of(const advisor::survey& found, const advisor::ranking& ranked, const computer_loads& loads) {
    std::string lines = busy_warnings(loads);
    for (const auto& load : loads)
        if (load.is_oversubscribed())
            lines += fmt::format("{} tasks share {} core{} of the computer with host {}.\n", load.tasks, load.cores,
                                 load.cores == 1 ? "" : "s", load.hosts.front());
    lines += tie_text(ranked);
    const auto ring = ring_network_of(found.exchanges);
    if ((!ring.fit && !ring.reason.empty()) || ring.is_uncertain())
        lines += "Lambda and tau of the network are unknown or uncertain; see the section Network.\n";
    return lines;
}

std::string settings_section(const advisor::problem& problem, const advisor::survey& found,
                             const std::string& encryption) {
    return html::section("Settings", html::facts({{"Application", problem.application},
                                                  {"Grid", grid_text(problem.domain, problem.work.kind())},
                                                  {"Tasks", std::to_string(found.speeds.size())},
                                                  {"Operations per cell", std::to_string(problem.flops)},
                                                  {"Stencil", problem.stencil},
                                                  {"Bytes per value", std::to_string(problem.item_bytes)},
                                                  {"Encryption between hosts", encryption}}) +
                                         hosts_table(found));
}

html::table times_table(const advise_results& results) {
    html::table shown{fmt::format("Predicted times of {}, in ms", results.timed),
                      {{"Method", false},
                       {"Relative"},
                       {"Predicted"},
                       {"95 % interval"},
                       {"Computation"},
                       {"Messages"},
                       {"Waiting"},
                       {"p(best)"},
                       {"Remark", false}},
                      {}};
    const auto remarks = method_remarks(results.problem, results.found, results.ranked);
    for (const auto& m : results.ranked.methods)
        shown.rows.push_back({m.method, fmt::format("{:.2f}", m.relative), milliseconds(m.predicted_s),
                              milliseconds(m.interval_s), milliseconds(m.compute_s), milliseconds(m.communication_s),
                              milliseconds(m.waiting_s), fmt::format("{:.2f}", m.p_best),
                              remarks.at(shown.rows.size())});
    return shown;
}

std::string times_figure(const advise_results& results) {
    bar_chart drawn{fmt::format("Predicted time of {}", results.timed), "time (ms)", {}};
    for (const auto& m : results.ranked.methods)
        drawn.bars.push_back({m.method, m.predicted_s * 1e3, m.interval_s.lo * 1e3, m.interval_s.hi * 1e3,
                              milliseconds(m.predicted_s) + " ms", page_colour::predicted});
    return html::figure(svg_bars(drawn), "The black lines are 95 % intervals.");
}

html::table scaling_table(const advisor::scaling_curve& curve) {
    html::table shown{
        "Predicted time of one iteration by the number of tasks, in ms",
        {{"Tasks"}, {"Fastest method", false}, {"Predicted"}, {"95 % interval"}, {"Speed-up"}, {"Hosts", false}},
        {}};
    const double one_task_s = curve.points().front().predicted_s;
    for (const auto& point : curve.points())
        shown.rows.push_back({std::to_string(point.tasks()), point.methods.front(), milliseconds(point.predicted_s),
                              point.measured ? milliseconds(point.interval_s) : "not measured",
                              fmt::format("{:.2f}", one_task_s / point.predicted_s),
                              fmt::format("{}", fmt::join(point.processors.hosts, ", "))});
    return shown;
}

std::string scaling_section(const advisor::scaling_curve* curve) {
    if (curve == nullptr) return {};
    chart drawn{"Time of one iteration by the number of tasks",
                {"number of tasks, the fastest processors first", axis_kind::whole_numbers},
                {"predicted time (ms)"},
                {{"by the models", page_colour::reference, true, true, {}},
                 {"measured with the probes, 95 % interval", page_colour::predicted, true, false, {}}}};
    for (const auto& point : curve->points()) {
        const auto tasks = static_cast<double>(point.tasks());
        drawn.series[0].points.push_back({tasks, point.predicted_s * 1e3});
        if (point.measured)
            drawn.series[1].points.push_back(
                {tasks, point.predicted_s * 1e3, point.interval_s.lo * 1e3, point.interval_s.hi * 1e3});
    }
    return html::section(
        "Number of tasks",
        html::figure(svg_chart(drawn),
                     fmt::format("Advised: {} task{}. Knee, from which more tasks gain less than 5 %: {}.",
                                 curve->advised().tasks(), curve->advised().tasks() == 1 ? "" : "s", curve->knee())) +
            html::element(scaling_table(*curve)));
}

}  // namespace

std::string advise_page(const advise_results& results, const std::string& advice, const std::string& encryption) {
    const auto& [problem, found, ranked, loads, scaling, timed, sections] = results;
    const int tasks = static_cast<int>(found.speeds.size());
    const auto network = network_text(ring_network_of(found.exchanges), ranked.network, tasks, loads);
    return html::page(
        fmt::format("Advice for {}: {}, {} tasks", problem.application, size_text(problem), tasks),
        fmt::format("banyan advise {}, {}", net::version_string, advisor::utc_now()),
        html::section("Advice", html::paragraphs(advice) + html::warnings(warnings_of(found, ranked, loads))) +
            html::section("Predicted times",
                          times_figure(results) + html::element(times_table(results)) +
                              html::paragraphs("Predicted = computation + messages + waiting. Waiting is negative if "
                                               "messages are hidden behind computation.")) +
            sections + scaling_section(scaling) + html::section("Partitions", partition_figures(problem, found)) +
            html::section("Network", ring_figure(found) + html::paragraphs(network)) +
            html::section("Speeds", speeds_table(problem, found)) + settings_section(problem, found, encryption));
}

std::string fewer_tasks_section(const advisor::problem& problem, const advisor::survey& found) {
    return html::section(
        fmt::format("Partitions of the advised {} task{}", found.speeds.size(), found.speeds.size() == 1 ? "" : "s"),
        partition_figures(problem, found));
}

}  // namespace banyan::tools
