// The cells of a lattice of quadrilaterals, evened out to whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/quadrilateral_lattice.hpp"

namespace banyan::part {

/// Hands cells across the edges of the lattice until each quadrilateral has as many as wanted: those of the giver that
/// lie nearest to the common edge, from one end of it to the other, as if the edge had been moved and tilted a little.
/// The least flow of cells per length of edge is taken. cells: the quadrilateral of each cell, row-major; wanted: one
/// number for each quadrilateral, at least 1, their sum the number of cells. Returns whether that was reached.
bool exchange_cells(const grid& domain, const quadrilateral_lattice& lattice, const std::vector<std::int64_t>& wanted,
                    std::vector<std::int32_t>& cells);

}  // namespace banyan::part
