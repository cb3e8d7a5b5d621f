#include "tools/banyan/partition_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;
using form = part::work_density::form;

json to_json(const traffic& sent) {
    return {{"messages", sent.messages},
            {"max_messages", sent.max_messages},
            {"items", sent.items},
            {"cost_s", sent.cost_s}};
}

json to_json(const partition_task& t, const partition_answer& a) {
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
    if (t.weighted()) {
        out["work"] = a.work;
        out["max_work_ratio"] = a.max_work_ratio;
    }
    return out;
}

const char* form_name(form kind) {
    return kind == form::rows ? "rows" : kind == form::columns ? "columns" : "cells";
}

/// What kind of task it is, above the table.
void print_task(const partition_task& t) {
    fmt::print("{} x {} {}, {} processors, stencil {}, {}-byte items, lambda {:g} s, tau {:g} s/B\n", t.domain.rows(),
               t.domain.cols(), shape_text(t.domain.axes()), t.processors.size(), t.pattern.name(), t.item_bytes,
               t.net.latency_s, t.net.time_per_byte_s);
    if (!t.places.sites.empty())
        fmt::print("sites of {} processors: the grid among the sites by {}, then each site's part by the method\n",
                   fmt::join(t.places.sizes, ", "), t.places.method->name);
    for (const task_phase& phase : t.phases)
        fmt::print("cost with {:g} x {} in each iteration\n", phase.times, phase.pattern);
    if (t.weighted()) fmt::print("work given by {}\n", form_name(t.settings.density.kind()));
    fmt::print("\n");
}

void print_row(const partition_answer& a) {
    const double over = 100 * (static_cast<double>(a.half_perimeter) / a.lower_bound_half_perimeter - 1);
    constexpr double widest = 1000;
    const std::string balance =
        a.max_work_ratio < widest ? fmt::format("{:.4f}", a.max_work_ratio) : fmt::format("{:.2e}", a.max_work_ratio);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>14} {:>6} {:>7.1f} {:>8} {:>11.4g}\n", a.method->name,
               a.stencil.messages, a.stencil.max_messages, a.stencil.items, a.cut_length, a.wrapped_cut_length,
               a.internal_edges, over, balance, 1e3 * a.cost_s);
}

void print_dropped(const partition_answer& a) {
    if (!a.dropped.empty()) fmt::print("{}: no cell for processor {}\n", a.method->name, fmt::join(a.dropped, " "));
}

void print_left_out(const partition_task& t) {
    if (t.left_out.empty()) return;
    std::vector<std::string_view> names;
    for (const part::method_info* m : t.left_out)
        names.push_back(m->name);
    fmt::print("left out of all, too many processors or cells: {}\n", fmt::join(names, ", "));
}

}  // namespace

void print_partition_json(const partition_task& t, const std::vector<partition_answer>& answers) {
    json object{
        {"grid", {{"rows", t.domain.rows()}, {"cols", t.domain.cols()}, {"periodic", name_of(t.domain.axes())}}},
        {"speeds", t.processors.values()},
        {"stencil", t.pattern.name()}};
    if (!t.places.sites.empty()) object["sites"] = {{"sizes", t.places.sizes}, {"method", t.places.method->name}};
    if (t.weighted()) object["density"] = form_name(t.settings.density.kind());
    for (const task_phase& phase : t.phases)
        object["phases"].push_back({{"times", phase.times}, {"pattern", phase.pattern}});
    object["results"] = json::array();
    for (const partition_answer& a : answers)
        object["results"].push_back(to_json(t, a));
    print_json("partition", std::move(object), 2);
}

void print_partition_table(const partition_task& t, const std::vector<partition_answer>& answers) {
    print_task(t);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>14} {:>6} {:>7} {:>8} {:>11}\n", "method", "messages", "busiest",
               "items", "cut length", "wrapped", "edges", "% over", "balance", "cost (ms)");
    for (const partition_answer& a : answers)
        print_row(a);
    const partition_answer& first = answers.front();
    fmt::print("\ncost: messages of one iteration, not its computing\n");
    fmt::print("% over: half-perimeters above their lower bound, {:.2f} cell sides for {}\n",
               first.lower_bound_half_perimeter, first.method->name);
    fmt::print("balance: slowest processor against perfect balance{}\n",
               t.weighted() ? ", of the work; slices, bands and triangulated mind it" : "");
    print_left_out(t);
    for (const partition_answer& a : answers)
        print_dropped(a);
    if (!first.picture.empty()) fmt::print("\n{}:\n{}", first.method->name, first.picture);
}

}  // namespace banyan::tools
