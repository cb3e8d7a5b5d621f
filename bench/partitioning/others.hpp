// Partitioners of other projects, on the same instances. Each returns the owner of every cell, row by row, or nothing
// if the project was not installed when this program was built.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace banyan::bench {

/// METIS on the graph of the grid. Its edges join neighbouring cells, so its edge cut is Acost. The shares sum to 1.
std::optional<std::vector<std::int32_t>> by_metis(int rows, int cols, std::span<const double> shares);
/// Zoltan's recursive coordinate bisection of the centres of the cells, with part sizes.
std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int rows, int cols, std::span<const double> shares);

/// Zoltan's repartitioning of the graph of the grid by its hypergraph partitioner (LB_APPROACH=REPARTITION), from `old`
/// (the owner of each cell). `iterations` is PHG_REPART_MULTIPLIER: the edge cut counts that many times, a moved cell
/// once.
std::optional<std::vector<std::int32_t>> by_zoltan_repartition(int rows, int cols, std::span<const double> shares,
                                                               std::span<const std::int32_t> old, double iterations);

}  // namespace banyan::bench
