#include "banyan/grid/halo_depth.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "banyan/grid/compute_in_blocks.hpp"
#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

void check(const char* name, double seconds) {
    if (!(seconds >= 0) || !std::isfinite(seconds))
        throw part::error(std::string(name) + ": " + std::to_string(seconds) + " s, allowed: finite numbers from 0");
}

std::int64_t cells_of(std::span<const region> regions) {
    std::int64_t cells = 0;
    for (const region& r : regions)
        cells += r.cells();
    return cells;
}

double exchange_s(const round_load& load, const iteration_costs& costs, std::int64_t item_bytes) {
    if (load.messages == 0) return 0;
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

int depth_of_least_time(std::span<const double> times) {
    if (times.empty()) throw part::error("halo depth: no time is given to choose from");
    const double enough = *std::ranges::min_element(times) * 1.01;
    return static_cast<int>(std::ranges::find_if(times, [&](double t) { return t <= enough; }) - times.begin()) + 1;
}

}  // namespace banyan::grid
