#include "tools/banyan/lin_scalability.hpp"

#include <cmath>

namespace banyan::tools {
namespace {

struct published_scalability {
    part::shortest_paths program;
    std::string_view name, isoefficiency, memory_overhead, expansion_range;
};

// The range of source-parallel is only partly legible in our copy: the square of mu over a power of log mu.
constexpr published_scalability published_rows[] = {
    {part::shortest_paths::dijkstra_source_partition, "Dijkstra source-partition", "p^3", "p", "[1, mu^0.5]"},
    {part::shortest_paths::dijkstra_source_parallel, "Dijkstra source-parallel", "(p log p)^1.5", "n",
     "[1, mu^2 / (log mu)^?]"},
    {part::shortest_paths::floyd_stripe, "Floyd stripe", "(p log p)^3", "1", "[1, mu / (log mu)^2]"},
    {part::shortest_paths::floyd_checkerboard, "Floyd checkerboard", "p^1.5 (log p)^3", "1", "[1, 2^sqrt(mu)]"},
    {part::shortest_paths::floyd_pipelined, "Floyd pipelined", "p^1.5", "1", "no limit"},
};

template <class Function>
double exponent_of(Function y) {
    const auto [low, high] = scalability_span;
    return std::log2(y(high) / y(low)) / std::log2(high / low);
}

scalability_row computed_row(const published_scalability& of, double efficiency, const part::module_costs& costs) {
    const auto side = [&](double p) { return part::isoefficient_side(of.program, p, efficiency, costs); };
    scalability_row row{of.program, of.name, of.isoefficiency, of.memory_overhead, of.expansion_range, {}, {}, 0, {}};
    for (const double p : scalability_processors)
        row.sides.push_back(side(p));
    row.work.published = exponent_of([&](double p) { return part::isoefficiency_order(of.program, p); });
    row.work.computed = exponent_of([&](double p) { return std::pow(side(p), 3); });
    row.overhead = part::memory_overhead_factor(of.program, scalability_processors.back(), row.sides.back());
    for (const double memory : scalability_memories)
        row.limits.push_back(part::expansion_limit(of.program, memory, efficiency, costs));
    return row;
}

}  // namespace

std::vector<scalability_row> scalability_table(double efficiency, const part::module_costs& costs) {
    std::vector<scalability_row> table;
    for (const published_scalability& each : published_rows)
        table.push_back(computed_row(each, efficiency, costs));
    return table;
}

}  // namespace banyan::tools
