#include "tools/banyan/ranking_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "advisor/exchange_probe.hpp"
#include "advisor/network_fit.hpp"
#include "tools/banyan/advice.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/method_remarks.hpp"
#include "tools/banyan/published_table.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

/// The published lambda and tau, or the reason why they cannot be computed from these measurements.
struct published_network {
    std::optional<advisor::network_fit> fit;
    std::string why_not;
    std::string reason;  ///< the same without the words that say what is missing
};

published_network fit_ring(const std::vector<advisor::exchange_samples>& exchanges) {
    try {
        if (exchanges.empty()) return {std::nullopt, "a single task sends no messages", ""};
        return {advisor::fit_network(advisor::published_ring(exchanges)), "", ""};
    } catch (const advisor::not_identifiable& error) {
        return {std::nullopt, error.what(), error.why()};
    }
}

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

json model_json(const advisor::exchange_model& network) {
    return {{"round_s", network.round_s},
            {"message_s", network.message_s},
            {"shared_message_s", network.shared_message_s},
            {"byte_s", network.byte_s},
            {"shared_byte_s", network.shared_byte_s}};
}

json network_json(const published_network& ring, const advisor::exchange_model& network, int tasks) {
    json out{{"lambda_s", nullptr}, {"lambda_ci95", nullptr}, {"tau_s_per_byte", nullptr}, {"tau_ci95", nullptr}};
    if (ring.fit) {
        out["lambda_s"] = ring.fit->lambda_s;
        out["lambda_ci95"] = interval_json(ring.fit->lambda_ci95);
        out["tau_s_per_byte"] = ring.fit->tau_s_per_byte;
        out["tau_ci95"] = interval_json(ring.fit->tau_ci95);
        out["held_out_error"] = ring.fit->worst_held_out_error();
    } else {
        out["not_identifiable"] = ring.why_not;
    }
    out["model"] = {{"kind", network.kind(tasks)}};
    out["model"].update(model_json(network));
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
        out.push_back({{"rank", rank}, {"host", host_of(found, rank)}, {"mflops", mflops_of(problem, found, rank)}});
    return out;
}

json methods_json(const advisor::ranking& ranked, const std::vector<std::string>& remarks) {
    json out = json::array();
    for (const auto& m : ranked.methods)
        out.push_back({{"method", m.method},
                       {"relative", m.relative},
                       {"predicted_s", m.predicted_s},
                       {"interval_s", interval_json(m.interval_s)},
                       {"p_best", m.p_best},
                       {"remark", remarks.at(out.size())}});
    return out;
}

std::string speeds_text(const advisor::problem& problem, const advisor::survey& found) {
    std::string text = "Speeds (Mflop/s, all tasks at once):";
    for (const auto rank : fastest_first(found.speeds))
        text += fmt::format("  {}@{} {:.0f}", rank, host_of(found, rank), mflops_of(problem, found, rank));
    return text + "\n";
}

std::string network_text(const published_network& ring, const advisor::exchange_model& network, int tasks,
                         const computer_loads& loads) {
    if (!ring.fit && ring.reason.empty()) return fmt::format("Network: {}\n", ring.why_not);
    if (!ring.fit)
        return fmt::format("Network: lambda and tau are unknown: {}\n", ring.reason) + unknown_network_text(loads);
    const auto& fit = *ring.fit;
    const bool known = fit.lambda_ci95.lo > 0 && fit.tau_ci95.lo > 0;
    const auto text = fmt::format(
        "Ring of {}: lambda {:.1f} us ({:.1f}..{:.1f}), tau {:.3f} ns/byte ({:.3f}..{:.3f}), {} medium\n"
        "One size in five is left out of this fit and predicted within {:.0f} %\n",
        tasks, fit.lambda_s * 1e6, fit.lambda_ci95.lo * 1e6, fit.lambda_ci95.hi * 1e6, fit.tau_s_per_byte * 1e9,
        fit.tau_ci95.lo * 1e9, fit.tau_ci95.hi * 1e9, known ? network.kind(tasks) : "unknown",
        fit.worst_held_out_error() * 100);
    if (known) return text;
    const char* uncertain = fit.tau_ci95.lo > 0 ? "lambda" : fit.lambda_ci95.lo > 0 ? "tau" : "each of lambda and tau";
    return text + fmt::format("Network: {} may have any value of its interval, which contains 0\n", uncertain) +
           unknown_network_text(loads);
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
        // Part of the exchange may be hidden behind the computation.
        const double messages = std::min(1.0, m.communication_s / m.predicted_s);
        text += fmt::format("{:<18} {:>12.3f} {:>23} {:>10.0f}% {:>8.2f}{}\n", m.method, m.predicted_s * 1e3,
                            fmt::format("{:.3f}..{:.3f}", m.interval_s.lo * 1e3, m.interval_s.hi * 1e3), 100 * messages,
                            m.p_best, remarks[i].empty() ? "" : "  " + remarks[i]);
    }
    if (ranked.is_tie() && ranked.methods.size() > 1)
        text += "A tie: no method is the best one with a probability of 0.95\n";
    return text;
}

}  // namespace

std::string ranking_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                         const computer_loads& loads) {
    const int tasks = tasks_of(found);
    return speeds_text(problem, found) + network_text(fit_ring(found.exchanges), ranked.network, tasks, loads) + "\n" +
           factors_text(problem, ranked, tasks) + "\n" + times_text(ranked, method_remarks(problem, found, ranked));
}

json ranking_json(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                  const computer_loads& loads) {
    const int tasks = tasks_of(found);
    return {{"application", problem.application},
            {"rows", problem.domain.rows()},
            {"cols", problem.domain.cols()},
            {"tasks", tasks},
            {"hosts", hosts_json(found)},
            {"computers", loads_json(loads)},
            {"processors", processors_json(problem, found)},
            {"network", network_json(fit_ring(found.exchanges), ranked.network, tasks)},
            {"ranking", methods_json(ranked, method_remarks(problem, found, ranked))},
            {"advice", advice_json(problem, found, ranked)}};
}

json prediction_json(const advisor::ranking& ranked) {
    json methods = json::array();
    for (const auto& m : ranked.methods)
        methods.push_back({{"method", m.method},
                           {"predicted_s", m.predicted_s},
                           {"compute_s", m.compute_s},
                           {"communication_s", m.communication_s},
                           {"waiting_s", m.waiting_s},
                           {"interval_s", interval_json(m.interval_s)},
                           {"p_best", m.p_best}});
    return {{"methods", methods}, {"network", model_json(ranked.network)}};
}

}  // namespace banyan::tools
