// The messages of one exchange between boxes of a three-dimensional grid, counted exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/box_partition.hpp"

namespace banyan::part {

/// The neighbours that a cell reads.
enum class box_stencil {
    seven_points,   ///< itself and the neighbours across its 6 faces
    all_27_points,  ///< and those across its 12 edges and 8 corners
};

/// Cells of processor `from` that processor `to` stores in its halo: a box with these sides. Its first cell is
/// `source`; `to` stores it at `target`. Target coordinates are not wrapped: the halo before cell 0 of a periodic axis
/// is cell -1.
struct box_piece {
    int from;
    int to;
    triple source;
    triple target;
    triple sides;

    [[nodiscard]] std::int64_t cells() const { return sides[0] * sides[1] * sides[2]; }
    friend auto operator<=>(const box_piece&, const box_piece&) = default;
};

/// The pieces that one processor sends, receives, or (from == to) copies across periodic edges, for a halo of `depth`
/// cells. Each cell of the halo is in one piece. With a depth above 1 the halo has edges and corners also for
/// box_stencil::seven_points, because later iterations need them. Sorted by from, to, target, so both ends of a message
/// list its cells in the same order. Throws error for a processor out of range and a depth below 1. O(p).
std::vector<box_piece> box_pieces(const box_partition& parts, int processor, box_stencil pattern, int depth = 1);

/// One message: all values that one processor sends to another one in an exchange.
struct box_transfer {
    int from;
    int to;
    std::int64_t items;
    friend auto operator<=>(const box_transfer&, const box_transfer&) = default;
};

/// The messages of an exchange, sorted by from, to. from != to. Throws error for a depth below 1. O(p^2).
std::vector<box_transfer> exact_box_communication(const box_partition& parts, box_stencil pattern, int depth = 1);

}  // namespace banyan::part
