// The cells that one processor reads from another, as rectangles. Pure.
#pragma once

#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// Cells of processor `from` at `source` that processor `to` stores at `target`, in unwrapped coordinates, for one
/// direction of the stencil. Both regions have the same shape.
///
/// Every cell that a processor reads and does not own is in one piece, for the first direction that needs it. So are
/// its own cells beyond the edge of a torus (from == to). Pieces are sorted by direction, from, to, source, so that the
/// sender and the receiver of a message list its cells in the same order.
struct halo_piece {
    int direction;
    int from;
    int to;
    region source;
    region target;
};

/// The pieces of all processors, for a partition that has blocks.
std::vector<halo_piece> halo_pieces_of_blocks(const part::partition& parts, const part::stencil& pattern);

/// The pieces that one processor sends or receives, found cell by cell, for owner lists. Each region is part of one
/// row. O(own cells x directions^2).
std::vector<halo_piece> halo_pieces_of_cells(const part::partition& parts, int processor, const part::stencil& pattern);

/// The pieces that one processor sends or receives for a halo of `depth` > 1. The direction is 0. Every cell of
/// cells_around(parts, processor, pattern, depth) that is not its own is in one piece. Sorted by from, to, target. For
/// an owner list each region is part of one row.
std::vector<halo_piece> halo_pieces_of_depth(const part::partition& parts, int processor, const part::stencil& pattern,
                                             int depth);

/// The cells that a processor needs for `steps` iterations without an exchange: its own cells and all that are at most
/// `steps` times the reach of the stencil away, in unwrapped coordinates, but not beyond open edges. Rectangles that do
/// not overlap. For an owner list O(cells in the rectangle around them).
std::vector<region> cells_around(const part::partition& parts, int processor, const part::stencil& pattern, int steps);

/// The same without its own cells.
std::vector<region> halo_around(const part::partition& parts, int processor, const part::stencil& pattern, int steps);

}  // namespace banyan::grid
