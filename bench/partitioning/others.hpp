// Partitioners of other projects, on the same instances. Each gives the owner of every cell, row by row; nothing where
// the project was not there when this program was built.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace banyan::bench {

/// METIS on the graph of the grid with edges between neighbouring cells: its edge cut is Acost. shares sum to 1.
std::optional<std::vector<std::int32_t>> by_metis(int rows, int cols, std::span<const double> shares);
/// Zoltan's recursive coordinate bisection of the cells' centres, with part sizes.
std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int rows, int cols, std::span<const double> shares);

}  // namespace banyan::bench
