#include "tools/banyan/ranking_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "advisor/measurement_plan.hpp"
#include "advisor/model_intervals.hpp"
#include "tools/banyan/advice.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/method_remarks.hpp"
#include "tools/banyan/predictability_report.hpp"
#include "tools/banyan/published_table.hpp"
#include "tools/banyan/ring_network.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

int tasks_of(const advisor::survey& found) {
    return static_cast<int>(found.speeds.size());
}

const std::string& host_of(const advisor::survey& found, std::size_t rank) {
    return found.reports.at(0).hosts.at(rank);
}

std::vector<std::size_t> fastest_first(const std::vector<double>& speeds) {
    std::vector<std::size_t> ranks(speeds.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    std::ranges::stable_sort(ranks, std::greater<>(), [&](std::size_t rank) { return speeds[rank]; });
    return ranks;
}

double mflops_of(const advisor::problem& problem, const advisor::survey& found, std::size_t rank) {
    return found.speeds[rank] * problem.flops / 1e6;
}

json interval_json(const advisor::interval& i) {
    return {i.lo, i.hi};
}

std::optional<advisor::interval> speed_interval_of(const advisor::survey& found, std::size_t rank) {
    return rank < found.speed_intervals.size() ? found.speed_intervals[rank] : std::nullopt;
}

json mflops_interval_json(const advisor::problem& problem, const advisor::survey& found, std::size_t rank) {
    const auto speed = speed_interval_of(found, rank);
    if (!speed) return nullptr;
    return interval_json({speed->lo * problem.flops / 1e6, speed->hi * problem.flops / 1e6});
}

// How well the speeds are known: the widest of their intervals. Empty if one is unknown.
std::string speed_intervals_text(const advisor::survey& found) {
    double widest = 0;
    for (std::size_t rank = 0; rank < found.speeds.size(); ++rank) {
        const auto speed = speed_interval_of(found, rank);
        if (!speed) return "";
        widest = std::max(widest, speed->half_width() / found.speeds[rank]);
    }
    return fmt::format("  (95 % intervals: at most +-{:.1f} %)", 100 * widest);
}

json model_json(const advisor::exchange_model& network) {
    return {{"round_s", network.round_s},
            {"message_s", network.message_s},
            {"shared_message_s", network.shared_message_s},
            {"byte_s", network.byte_s},
            {"shared_byte_s", network.shared_byte_s}};
}

// Empty for a single task.
std::vector<advisor::model_interval> model_intervals_of(const advisor::survey& found, const advisor::ranking& ranked) {
    if (found.exchanges.empty()) return {};
    return advisor::intervals_of(ranked.network, advisor::resampled_networks(found.exchanges));
}

json model_intervals_json(const std::vector<advisor::model_interval>& numbers) {
    json ci95 = json::object(), undetermined = json::array();
    for (const auto& one : numbers) {
        ci95[one.name] = interval_json(one.ci95);
        if (one.is_undetermined()) undetermined.push_back(one.name);
    }
    return {{"ci95", ci95}, {"undetermined", undetermined}};
}

std::string undetermined_text(const std::vector<advisor::model_interval>& numbers) {
    std::vector<std::string> names;
    for (const auto& one : numbers)
        if (one.is_undetermined()) names.push_back(one.name);
    if (names.empty()) return "";
    return fmt::format("Exchange model: undetermined, with intervals that contain 0: {}\n", fmt::join(names, ", "));
}

json network_json(const ring_network& ring, const advisor::survey& found, const advisor::ranking& ranked) {
    const int tasks = tasks_of(found);
    json out{{"lambda_s", nullptr}, {"lambda_ci95", nullptr}, {"tau_s_per_byte", nullptr}, {"tau_ci95", nullptr}};
    if (ring.fit) {
        out["lambda_s"] = ring.fit->lambda_s;
        out["lambda_ci95"] = interval_json(ring.fit->lambda_ci95);
        out["tau_s_per_byte"] = ring.fit->tau_s_per_byte;
        out["tau_ci95"] = interval_json(ring.fit->tau_ci95);
        out["held_out_error"] = nullptr;
        if (!ring.fit->held_out.empty()) out["held_out_error"] = ring.fit->worst_held_out_error();
    } else {
        out["not_identifiable"] = ring.why_not;
    }
    out["floor"] = nullptr;
    if (ring.floor) out["floor"] = {{"lambda_s", ring.floor->lambda_s}, {"tau_s_per_byte", ring.floor->tau_s_per_byte}};
    out["model"] = {{"kind", ranked.network.kind(tasks)}};
    out["model"].update(model_json(ranked.network));
    out["model"].update(model_intervals_json(model_intervals_of(found, ranked)));
    return out;
}

json hosts_json(const advisor::survey& found) {
    json names = json::array();
    for (const auto& host : found.reports.at(0).hosts)
        if (std::ranges::count(names, json(host)) == 0) names.push_back(host);
    return names;
}

json processors_json(const advisor::problem& problem, const advisor::survey& found) {
    json out = json::array();
    for (const auto rank : fastest_first(found.speeds))
        out.push_back({{"rank", rank},
                       {"host", host_of(found, rank)},
                       {"mflops", mflops_of(problem, found, rank)},
                       {"mflops_ci95", mflops_interval_json(problem, found, rank)},
                       {"remark", speed_remark(found, rank)}});
    return out;
}

// The parts of a predicted time, and the prediction by the classic model.
json parts_json(const advisor::ranked_method& m) {
    return {{"compute_s", m.compute_s},
            {"communication_s", m.communication_s},
            {"waiting_s", m.waiting_s},
            {"classic_s", m.classic_s > 0 ? json(m.classic_s) : json(nullptr)}};
}

json methods_json(const advisor::ranking& ranked, const std::vector<std::string>& remarks) {
    json out = json::array();
    for (const auto& m : ranked.methods) {
        json one{{"method", m.method}, {"relative", m.relative}, {"predicted_s", m.predicted_s}};
        one.update(parts_json(m));
        one["interval_s"] = interval_json(m.interval_s);
        one["p_best"] = m.p_best;
        one["remark"] = remarks.at(out.size());
        out.push_back(std::move(one));
    }
    return out;
}

// One line if the grid is not a torus of equal cells.
std::string grid_line(const advisor::problem& problem) {
    const auto& domain = problem.domain;
    if (domain.axes() == part::periodic::both && problem.work.is_uniform()) return "";
    return fmt::format("Grid: {}\n", grid_text(domain, problem.work.kind()));
}

std::string speeds_text(const advisor::problem& problem, const advisor::survey& found) {
    std::string text = "Speeds (Mflop/s, all tasks at once):";
    for (const auto rank : fastest_first(found.speeds))
        text += fmt::format("  {}@{} {:.0f}", rank, host_of(found, rank), mflops_of(problem, found, rank));
    return text + speed_intervals_text(found) + "\n";
}

// One line if the speed of a processor was not steady while it was measured.
std::string unsteady_speeds_text(const advisor::survey& found) {
    std::vector<std::string> unsteady;
    for (const auto rank : fastest_first(found.speeds))
        if (const auto remark = speed_remark(found, rank); !remark.empty())
            unsteady.push_back(fmt::format("{}@{} ({})", rank, host_of(found, rank), remark));
    if (unsteady.empty()) return "";
    return fmt::format("Unsteady speeds: {}; these processors may get too many or too few cells\n",
                       fmt::join(unsteady, ", "));
}

std::string factors_text(const advisor::problem& problem, const advisor::ranking& ranked, int tasks) {
    published_table table{problem.application, problem.domain.rows(), problem.domain.cols(), tasks, {}};
    for (const auto& method : problem.methods)
        table.columns.push_back({method, ranked.of(method).relative});
    return published_table_text(table);
}

std::string times_text(const advisor::ranking& ranked, const std::vector<std::string>& remarks) {
    std::string text = fmt::format("{:<18} {:>12} {:>23} {:>11} {:>8}\n", "method", "predicted ms", "95 % interval",
                                   "messages", "p(best)");
    for (std::size_t i = 0; i < ranked.methods.size(); ++i) {
        const auto& m = ranked.methods[i];
        // Part of the exchange may overlap with the computation.
        const double messages = std::min(1.0, m.communication_s / m.predicted_s);
        text += fmt::format("{:<18} {:>12.3f} {:>23} {:>10.0f}% {:>8.2f}{}\n", m.method, m.predicted_s * 1e3,
                            fmt::format("{:.3f}..{:.3f}", m.interval_s.lo * 1e3, m.interval_s.hi * 1e3), 100 * messages,
                            m.p_best, remarks[i].empty() ? "" : "  " + remarks[i]);
    }
    return text + tie_text(ranked);
}

}  // namespace

std::string tie_text(const advisor::ranking& ranked) {
    if (advisor::decision_of(ranked) == advisor::decision::tie)
        return fmt::format("A tie: the methods that may be the fastest differ by less than {:.0f} %\n",
                           100 * advisor::decision_rule().tie_margin);
    if (!ranked.is_tie() || ranked.methods.size() < 2) return "";
    return "A tie: no method is the best one with a probability of 0.95\n";
}

std::string ranking_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                         const computer_loads& loads) {
    const int tasks = tasks_of(found);
    return grid_line(problem) + speeds_text(problem, found) + unsteady_speeds_text(found) +
           network_text(ring_network_of(found.exchanges), ranked.network, tasks, loads) +
           undetermined_text(model_intervals_of(found, ranked)) + "\n" + factors_text(problem, ranked, tasks) + "\n" +
           times_text(ranked, method_remarks(problem, found, ranked));
}

json ranking_json(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                  const computer_loads& loads) {
    json out;
    out["application"] = problem.application;
    out.update(grid_json(problem.domain, problem.work.kind()));
    out.update(json{{"tasks", tasks_of(found)},
                    {"hosts", hosts_json(found)},
                    {"computers", loads_json(loads)},
                    {"processors", processors_json(problem, found)},
                    {"network", network_json(ring_network_of(found.exchanges), found, ranked)},
                    {"decision", advisor::name_of(advisor::decision_of(ranked))},
                    {"ranking", methods_json(ranked, method_remarks(problem, found, ranked))},
                    {"advice", advice_json(problem, found, ranked)}});
    return out;
}

json prediction_json(const advisor::ranking& ranked) {
    json methods = json::array();
    for (const auto& m : ranked.methods) {
        json one{{"method", m.method}, {"predicted_s", m.predicted_s}};
        one.update(parts_json(m));
        one["interval_s"] = interval_json(m.interval_s);
        one["p_best"] = m.p_best;
        methods.push_back(std::move(one));
    }
    return {{"methods", methods},
            {"network", model_json(ranked.network)},
            {"classic", {{"lambda_s", ranked.classic.lambda_s}, {"tau_s_per_byte", ranked.classic.tau_s_per_byte}}}};
}

}  // namespace banyan::tools
