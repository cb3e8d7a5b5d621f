// Moves cells between the quadrilaterals of a lattice until each has a given number.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/quadrilateral_lattice.hpp"

namespace banyan::part {

/// Moves cells across the edges of the lattice until each quadrilateral has as many cells as wanted. The cells nearest
/// to an edge cross it, from one end to the other, as if the edge had been moved and turned a little. The numbers of
/// cells that cross the edges are the flow with the least sum of squares / length of edge. cells: the quadrilateral of
/// each cell, row-major; wanted: one number per quadrilateral, at least 1, their sum is the number of cells. Returns
/// whether all numbers were reached.
bool exchange_cells(const grid& domain, const quadrilateral_lattice& lattice, const std::vector<std::int64_t>& wanted,
                    std::vector<std::int32_t>& cells);

}  // namespace banyan::part
