// Connected pieces of a labelled grid, and groups of them for processors.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/geometry/triangle_painter.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// Pieces: cells of one label that hang together by their sides, as many pieces per label as it takes.
struct patches {
    std::vector<std::int32_t> of_cell;  ///< piece of each cell, row-major
    std::vector<double> work;           ///< of each piece
    std::vector<plane_point> centre;    ///< mean of its cells
    std::vector<std::vector<std::int32_t>>
        neighbours;  ///< pieces with a side in common, ascending; the edges do not wrap
};

/// O(cells log cells) at worst, about O(cells) for labels of many cells.
patches connected_patches(const grid& domain, const std::vector<std::int32_t>& labels, const work_map& map);

/// Shares the pieces out in proportion to the weights: group[i] is the position in `processors` of piece i. Each
/// processor gets at least one piece, and its pieces hang together; needs at least as many pieces as processors. First
/// the pieces are halved again and again, across the longer side of their middles; what then does not hang together
/// goes to neighbours; then single pieces move from a processor to a less loaded neighbour as long as that lowers the
/// larger of their loads (work / weight) and leaves the giver in one piece.
std::vector<std::int32_t> grouped(const patches& pieces, processor_list processors);

}  // namespace banyan::part
