// Which cells have to land in whose halo. Pure.
#pragma once

#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// Cells of processor `from` at `source` that processor `to` keeps at `target`, in unwrapped coordinates, for one
/// direction of the stencil. Both regions have the same shape.
struct halo_piece {
    int direction;
    int from;
    int to;
    region source;
    region target;
};

/// Every cell that a processor reads and does not own lands once, in the first direction that needs it; cells of its
/// own beyond a torus's edge land too (from == to). Sorted by direction, from, to, source, so that the sender and the
/// receiver of a message list its cells in the same order.

/// The landings of all processors, from the blocks of a partition that has some.
std::vector<halo_piece> halo_pieces_of_blocks(const part::partition& parts, const part::stencil& pattern);

/// The landings that one processor sends or receives, from a look at each of its cells: for owner tables. Regions are
/// parts of one row. O(own cells x directions^2).
std::vector<halo_piece> halo_pieces_of_cells(const part::partition& parts, int processor, const part::stencil& pattern);

}  // namespace banyan::grid
