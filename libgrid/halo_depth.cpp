#include "banyan/grid/halo_depth.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "banyan/grid/compute_in_blocks.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {
namespace {

void check(const char* name, double seconds) {
    if (!(seconds >= 0) || !std::isfinite(seconds))
        throw part::error(std::string(name) + ": " + std::to_string(seconds) + " s, allowed: finite numbers from 0");
}

/// The time of an exchange of this depth, on the straight line through the measured times of the depths around it.
/// Below the first measured depth it is the time of that depth; beyond the last one the line goes on, but does not
/// fall.
double measured_exchange_s(std::span<const exchange_time> measured, int depth) {
    for (std::size_t i = 0; i < measured.size(); ++i) {
        check("time of an exchange", measured[i].seconds);
        if (i > 0 && measured[i].depth <= measured[i - 1].depth)
            throw part::error("time of an exchange: depth " + std::to_string(measured[i].depth) + " after " +
                              std::to_string(measured[i - 1].depth) + ", allowed: rising depths");
    }
    if (measured.size() == 1 || depth <= measured.front().depth) return measured.front().seconds;
    std::size_t above = 1;
    while (above + 1 < measured.size() && measured[above].depth < depth)
        ++above;
    const exchange_time &a = measured[above - 1], &b = measured[above];
    const double slope = (b.seconds - a.seconds) / (b.depth - a.depth);
    return depth <= b.depth ? a.seconds + slope * (depth - a.depth)
                            : b.seconds + std::max(0.0, slope) * (depth - b.depth);
}

double exchange_s(const round_load& load, const iteration_costs& costs, std::int64_t item_bytes) {
    if (load.messages == 0) return 0;
    if (!costs.exchanges.empty()) return measured_exchange_s(costs.exchanges, load.steps);
    return costs.latency_s + costs.message_s * static_cast<double>(load.messages - 1) +
           costs.byte_s * static_cast<double>(item_bytes) * static_cast<double>(load.items);
}

}  // namespace

round_load load_of(const halo_layout& layout, const halo_round& round, int steps_in_cache) {
    if (steps_in_cache < 1)
        throw part::error("steps in the cache: " + std::to_string(steps_in_cache) + ", allowed: whole numbers from 1");
    round_load load{.steps = round.steps()};
    for (const halo_message& message : layout.sends()) {
        ++load.messages;
        load.items += message.items;
    }
    for (int step = 1; step <= round.steps(); ++step) {
        load.inner_cells += cells_of(round.inner(step));
        load.edge_cells += cells_of(round.edge(step));
    }
    const std::int64_t passes = (round.steps() + steps_in_cache - 1) / steps_in_cache;
    load.memory_cells = passes * cells_of(layout.owned());
    return load;
}

double iteration_time_s(const round_load& load, const iteration_costs& costs, std::int64_t item_bytes) {
    check("latency", costs.latency_s);
    check("time of a message", costs.message_s);
    check("time of a byte", costs.byte_s);
    check("time of a cell", costs.cell_s);
    check("time of the memory", costs.memory_s);
    const double inner_s = costs.cell_s * static_cast<double>(load.inner_cells);
    const double after_s =
        costs.cell_s * static_cast<double>(load.edge_cells) + costs.memory_s * static_cast<double>(load.memory_cells);
    return (std::max(exchange_s(load, costs, item_bytes), inner_s) + after_s) / load.steps;
}

std::vector<double> iteration_times_s(const part::partition& parts, int processor, const part::stencil& pattern,
                                      const iteration_costs& costs, std::int64_t item_bytes, std::int64_t cache_bytes,
                                      int most) {
    std::vector<double> times;
    const int deepest = parts.kind() == part::layout::cells ? 1 : most;
    for (int depth = 1; depth <= deepest; ++depth) {
        const halo_layout layout(parts, processor, pattern, depth);
        const int steps_in_cache = block_for_cache(depth, pattern, item_bytes, cache_bytes).steps;
        const round_load load = load_of(layout, halo_round(layout, pattern, depth), steps_in_cache);
        times.push_back(iteration_time_s(load, costs, item_bytes));
    }
    return times;
}

cell_times cell_times_from(double plain_s, double blocked_s, int steps, int steps_in_cache) {
    check("time of a cell", plain_s);
    check("time of a cell in blocks", blocked_s);
    if (steps < 1 || steps_in_cache < 1)
        throw part::error("steps: " + std::to_string(steps) + ", in the cache " + std::to_string(steps_in_cache) +
                          ", allowed: numbers from 1");
    const int passes = (steps + steps_in_cache - 1) / steps_in_cache;
    if (passes >= steps) return {plain_s, 0};  // blocks of one step show no difference
    const double share = static_cast<double>(passes) / steps;
    const double memory_s = std::clamp((plain_s - blocked_s) / (1 - share), 0.0, plain_s);
    return {std::max(0.0, blocked_s - memory_s * share), memory_s};
}

int depth_of_least_time(std::span<const double> times) {
    if (times.empty()) throw part::error("halo depth: no time is given to choose from");
    const double enough = *std::ranges::min_element(times) * 1.01;
    return static_cast<int>(std::ranges::find_if(times, [&](double t) { return t <= enough; }) - times.begin()) + 1;
}

}  // namespace banyan::grid
