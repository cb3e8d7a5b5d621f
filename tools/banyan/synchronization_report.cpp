#include "tools/banyan/synchronization_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "banyan/part/papers/epoch_utilization.hpp"
#include "banyan/part/papers/self_synchronization_table.hpp"
#include "banyan/part/papers/synchronization_structures.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;
using part::time_distribution;

/// The request with all defaults filled in.
struct synchronization_case {
    part::compute_times times;
    double imbalance;
    part::epoch_times epoch;  ///< with the boundary exchange
    double bound;
};

int levels_of(std::int64_t processors) {
    return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(processors - 1))));
}

synchronization_case case_of(const synchronization_request& r) {
    const double cv = r.cv.value_or(r.distribution == time_distribution::exponential ? 1 : 0.1);
    const part::compute_times times{r.distribution, cv};
    const double imbalance = part::epoch_imbalance(times, r.processors);
    const double boundaries =
        part::boundary_exchange(r.neighbours, r.neighbour_time.value_or(r.level_time), r.distance_factor);
    return {times,
            imbalance,
            {.compute = r.compute,
             .level = r.level_time,
             .levels = r.levels.value_or(levels_of(r.processors)),
             .boundaries = boundaries},
            r.bound.value_or(imbalance)};
}

json fields_of_epoch(const synchronization_request& r, const synchronization_case& c) {
    json fields{{"distribution", part::name_of(r.distribution)},
                {"cv", c.times.cv},
                {"processors", r.processors},
                {"imbalance", c.imbalance}};
    if (r.distribution == time_distribution::normal)
        fields["imbalance_exact"] = part::normal_imbalance(c.times.cv, r.processors);
    fields["utilization"] = part::utilization_of_imbalance(c.imbalance);
    return fields;
}

std::string text_of_epoch(const json& epoch) {
    std::string text =
        fmt::format("Epoch of {} processors, {} compute times, cv {:g}\n", epoch["processors"].get<std::int64_t>(),
                    epoch["distribution"].get<std::string>(), epoch["cv"].get<double>());
    text += fmt::format("  imbalance Delta{:<25}{:>10.4f}\n", epoch["distribution"] == "any" ? ", upper bound" : "",
                        epoch["imbalance"].get<double>());
    if (epoch.contains("imbalance_exact"))
        text += fmt::format("  {:<38}{:>10.4f}\n", "the same without approximation",
                            epoch["imbalance_exact"].get<double>());
    return text + fmt::format("  {:<38}{:>10.4f}\n", "utilization 1 / (1 + Delta)", epoch["utilization"].get<double>());
}

json loads_by_level(const part::epoch_times& epoch) {
    json rows = json::array();
    for (int level = 0; level <= epoch.levels; ++level)
        rows.push_back({{"level", level},
                        {"processors", std::llround(part::level_processors(epoch.levels, level))},
                        {"load", part::weighted_load(epoch, level)}});
    return rows;
}

std::string text_of_loads(const json& loads) {
    std::string text = fmt::format(
        "\nLoads by level: compute times E_l with which no processor waits\n"
        "  {:>10}{:>22}{:>14}\n",
        "level l", "processors", "E_l");
    for (const json& row : loads)
        text += fmt::format("  {:>10}{:>22}{:>14g}\n", row["level"].get<int>(), row["processors"].get<std::int64_t>(),
                            row["load"].get<double>());
    return text;
}

json fields_of_barrier(const synchronization_request& r, const synchronization_case& c) {
    part::epoch_times without = c.epoch;
    without.boundaries = 0;
    const auto of = [&](const part::epoch_times& t) {
        const double u = part::barrier_utilization(t);
        const double weighted = part::weighted_utilization(t);
        const auto same_work = part::weighted_utilization_of_same_work(t);
        const double beta = part::compute_to_communication(t);
        return json{{"beta", std::isinf(beta) ? json() : json(beta)},
                    {"utilization", u},
                    {"speed_up", part::speed_up(u, r.processors)},
                    {"utilization_weighted", weighted},
                    {"speed_up_weighted", part::speed_up(weighted, r.processors)},
                    {"utilization_weighted_same_work", same_work ? json(*same_work) : json()}};
    };
    return {{"compute", c.epoch.compute},        {"level_time", c.epoch.level},
            {"levels", c.epoch.levels},          {"boundary_time", c.epoch.boundaries},
            {"without_boundaries", of(without)}, {"with_boundaries", of(c.epoch)},
            {"loads", loads_by_level(c.epoch)}};
}

std::string text_of_barrier(const json& barrier) {
    const auto line = [&](const char* name, const char* key) {
        const auto value = [&](const char* which) {
            const json& found = barrier[which][key];
            return found.is_null() ? std::string("-") : fmt::format("{:.4f}", found.get<double>());
        };
        return fmt::format("  {:<38}{:>10}{:>18}\n", name, value("without_boundaries"), value("with_boundaries"));
    };
    std::string text = fmt::format(
        "\nBroadcast-collapse in every iteration, compute time E = {:g}, {} levels of {:g}\n",
        barrier["compute"].get<double>(), barrier["levels"].get<int>(), barrier["level_time"].get<double>());
    text += fmt::format("  {:<38}{:>10}{:>18}\n", "boundary exchange", "none",
                        fmt::format("{:g}", barrier["boundary_time"].get<double>()));
    text += line("beta", "beta") + line("utilization U", "utilization") + line("speed-up P U", "speed_up");
    text += line("U_opt: loads by level, more work", "utilization_weighted");
    text += line("speed-up P U_opt", "speed_up_weighted");
    return text + line("loads by level, the same work", "utilization_weighted_same_work");
}

json fields_of_iterations(const synchronization_request& r, const synchronization_case& c) {
    json rows = json::array();
    for (const std::int64_t every : r.every) {
        const double u = part::self_synchronized_utilization(c.epoch, {static_cast<double>(every), c.bound});
        rows.push_back({{"every", every}, {"utilization", u}, {"speed_up", part::speed_up(u, r.processors)}});
    }
    return {{"bound", c.bound}, {"results", std::move(rows)}};
}

std::string text_of_iterations(const json& iterations) {
    std::string text = fmt::format("\nSelf-synchronization, bound on the imbalance {:.4f} E\n  {:>10}{:>14}{:>14}\n",
                                   iterations["bound"].get<double>(), "every R", "utilization", "speed-up");
    for (const json& row : iterations["results"])
        text += fmt::format("  {:>10}{:>14.4f}{:>14.2f}\n", row["every"].get<std::int64_t>(),
                            row["utilization"].get<double>(), row["speed_up"].get<double>());
    return text;
}

json fields_of_structures(const synchronization_request& r, const synchronization_case& c) {
    const part::synchronization_structure shape{r.fan_in, *r.depth};
    const part::simulated_imbalance seen =
        part::simulate_structures(shape, c.times, r.trials, static_cast<std::uint64_t>(r.seed));
    return {{"fan_in", r.fan_in},
            {"depth", *r.depth},
            {"trials", r.trials},
            {"seed", r.seed},
            {"structure_1", part::structure_1_imbalance(shape, c.times)},
            {"structure_1_simulated", seen.structure_1},
            {"structure_1_error", seen.structure_1_error},
            {"structure_2_simulated", seen.structure_2},
            {"structure_2_error", seen.structure_2_error}};
}

std::string text_of_structures(const json& s) {
    const auto number = [&](const char* key) { return s[key].get<double>(); };
    return fmt::format(
        "\nEpochs of {0}^{1}, ..., {0}, 1 processors: load imbalance factor psi, {2} trials, seed {3}\n"
        "  {4:<38}{5:>10.4f}\n  {6:<38}{7:>10.4f} +- {8:.4f}\n  {9:<38}{10:>10.4f} +- {11:.4f}\n",
        s["fan_in"].get<int>(), s["depth"].get<int>(), s["trials"].get<int>(), s["seed"].get<std::int64_t>(),
        "structure 1, formula", number("structure_1"), "structure 1, simulated", number("structure_1_simulated"),
        number("structure_1_error"), "structure 2, simulated", number("structure_2_simulated"),
        number("structure_2_error"));
}

json number_or_null(double value) {
    return std::isinf(value) ? json() : json(value);
}

}  // namespace

reported report_synchronization(const synchronization_request& request) {
    const synchronization_case c = case_of(request);
    json fields{{"what", "synchronization"},
                {"epoch", fields_of_epoch(request, c)},
                {"broadcast_collapse", fields_of_barrier(request, c)},
                {"self_synchronization", fields_of_iterations(request, c)}};
    std::string text = text_of_epoch(fields["epoch"]) + text_of_barrier(fields["broadcast_collapse"]) +
                       text_of_loads(fields["broadcast_collapse"]["loads"]) +
                       text_of_iterations(fields["self_synchronization"]);
    if (request.depth) {
        fields["structures"] = fields_of_structures(request, c);
        text += text_of_structures(fields["structures"]);
    }
    return {std::move(text), std::move(fields)};
}

reported report_published_table() {
    std::string text =
        "Marinescu & Rice 1991, Table 2: speed-up on 1024 processors, computed (published)\n"
        "10 levels, 4 neighbours, distance factor 2, neighbour time = level time\n";
    json entries = json::array();
    double farthest = 0;
    double bound = -1;
    for (const part::self_synchronization_entry& e : part::self_synchronization_table()) {
        if (e.bound != bound)
            text += fmt::format("\nbound {:g} E\n{:>6} {:>17}{:>17}{:>17}{:>17}{:>17}", e.bound, "R", "E/delta = 1", 5,
                                20, 100, "inf");
        if (e.compute == 1) text += fmt::format("\n{:>6} ", fmt::format("{:g}", e.every));
        text += fmt::format("{:>17}", fmt::format("{:.2f} ({:g})", e.computed, e.published));
        if (std::isinf(e.compute) && std::isinf(e.every)) text += "\n";
        bound = e.bound;
        farthest = std::max(farthest, std::abs(e.computed - e.published));
        entries.push_back({{"bound", e.bound},
                           {"every", number_or_null(e.every)},
                           {"compute", number_or_null(e.compute)},
                           {"published", e.published},
                           {"computed", e.computed}});
    }
    text += fmt::format("\nlargest difference {:.2f}\n", farthest);
    return {std::move(text), {{"what", "table 2"}, {"largest_difference", farthest}, {"entries", std::move(entries)}}};
}

}  // namespace banyan::tools
