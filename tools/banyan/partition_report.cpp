#include "tools/banyan/partition_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/json_output.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

json to_json(const traffic& sent) {
    return {{"messages", sent.messages},
            {"max_messages", sent.max_messages},
            {"items", sent.items},
            {"cost_s", sent.cost_s}};
}

json to_json(const partition_problem& problem, const partition_answer& a) {
    json blocks = json::array();
    for (const part::block& b : a.blocks)
        blocks.push_back(
            {{"processor", b.processor}, {"row", b.row}, {"col", b.col}, {"rows", b.rows}, {"cols", b.cols}});
    json out{{"method", a.method->name},
             {"blocks", std::move(blocks)},
             {"cells", a.cells},
             {"max_time_ratio", a.max_time_ratio},
             {"cut_length", a.cut_length},
             {"wrapped_cut_length", a.wrapped_cut_length},
             {"internal_edges", a.internal_edges},
             {"messages", a.stencil.messages},
             {"max_messages", a.stencil.max_messages},
             {"items", a.stencil.items},
             {"lower_bound_half_perimeter", a.lower_bound_half_perimeter},
             {"half_perimeter", a.half_perimeter},
             {"cost_s", a.cost_s},
             {"seconds", a.seconds}};
    for (const traffic& sent : a.phases)
        out["phases"].push_back(to_json(sent));
    if (problem.weighted()) {
        out["work"] = a.work;
        out["max_work_ratio"] = a.max_work_ratio;
    }
    return out;
}

/// The lines above the table.
void print_problem(const partition_problem& problem) {
    fmt::print("{}, {} processors, stencil {}, {}\n", grid_text(problem.domain), problem.processors.size(),
               problem.pattern.name(), costs_text(problem.net, problem.item_bytes));
    if (!problem.sites.members.empty())
        fmt::print(
            "sites of {} processors: {} divides the grid among the sites, then each method divides the part of a "
            "site\n",
            fmt::join(problem.sites.sizes, ", "), problem.sites.method->name);
    for (const asked_phase& each : problem.phases)
        fmt::print("cost includes {:g} x {} in each iteration\n", each.times, each.pattern);
    if (problem.weighted()) fmt::print("work of the cells: given for {}\n", name_of(problem.settings.density.kind()));
    fmt::print("\n");
}

void print_row(const partition_answer& a) {
    const double over = 100 * (static_cast<double>(a.half_perimeter) / a.lower_bound_half_perimeter - 1);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>14} {:>6} {:>7.1f} {:>8} {:>11.4g}\n", a.method->name,
               a.stencil.messages, a.stencil.max_messages, a.stencil.items, a.cut_length, a.wrapped_cut_length,
               a.internal_edges, over, balance_text(a.max_work_ratio), 1e3 * a.cost_s);
}

void print_dropped(const partition_answer& a) {
    if (!a.dropped.empty()) fmt::print("{}: no cells for processor {}\n", a.method->name, fmt::join(a.dropped, " "));
}

void print_left_out(const partition_problem& problem) {
    if (problem.left_out.empty()) return;
    std::vector<std::string_view> names;
    for (const part::method_info* m : problem.left_out)
        names.push_back(m->name);
    fmt::print("left out of --method all, too many processors or cells for them: {}\n", fmt::join(names, ", "));
}

}  // namespace

std::string costs_text(const part::network& net, std::int64_t item_bytes) {
    return fmt::format("{}-byte items, lambda {:g} s, tau {:g} s/B, {} network", item_bytes, net.latency_s,
                       net.time_per_byte_s, name_of(net.kind));
}

json costs_json(const part::network& net) {
    return {{"kind", name_of(net.kind)}, {"lambda_s", net.latency_s}, {"tau_s_per_byte", net.time_per_byte_s}};
}

std::string balance_text(double ratio) {
    constexpr double widest = 1000;
    return ratio < widest ? fmt::format("{:.4f}", ratio) : fmt::format("{:.2e}", ratio);
}

void print_partition_json(const partition_problem& problem, const std::vector<partition_answer>& answers) {
    json object{{"grid", grid_json(problem.domain)},
                {"speeds", problem.processors.values()},
                {"stencil", problem.pattern.name()},
                {"network", costs_json(problem.net)}};
    if (!problem.hosts.empty()) object["hosts"] = problem.hosts;
    if (!problem.sites.members.empty())
        object["sites"] = {{"sizes", problem.sites.sizes}, {"method", problem.sites.method->name}};
    if (problem.weighted()) object["density"] = name_of(problem.settings.density.kind());
    for (const asked_phase& each : problem.phases)
        object["phases"].push_back({{"times", each.times}, {"pattern", each.pattern}});
    object["results"] = json::array();
    for (const partition_answer& a : answers)
        object["results"].push_back(to_json(problem, a));
    print_json("partition", 2, object);
}

void print_partition_table(const partition_problem& problem, const std::vector<partition_answer>& answers) {
    print_problem(problem);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>14} {:>6} {:>7} {:>8} {:>11}\n", "method", "messages", "busiest",
               "items", "cut length", "wrapped", "edges", "% over", "balance", "cost (ms)");
    for (const partition_answer& a : answers)
        print_row(a);
    const partition_answer& first = answers.front();
    fmt::print("\ncost: time of the messages of one iteration, without computation\n");
    fmt::print("% over: sum of half-perimeters above its lower bound, which is {:.2f} cell sides for {}\n",
               first.lower_bound_half_perimeter, first.method->name);
    fmt::print("balance: time of the slowest processor divided by the time with perfect balance{}\n",
               problem.weighted() ? "; slices, bands and triangulated balance the work, the others the cells" : "");
    print_left_out(problem);
    for (const partition_answer& a : answers)
        print_dropped(a);
    if (!first.picture.empty()) fmt::print("\n{}:\n{}", first.method->name, first.picture);
}

}  // namespace banyan::tools
