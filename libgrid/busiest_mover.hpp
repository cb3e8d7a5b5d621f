// The processor with the most work in a move from one partition to another. Pure.
#pragma once

#include <cstdint>

#include "banyan/part/partition.hpp"

namespace banyan::grid {

/// The largest numbers of any processor; each may be of a different processor.
struct busiest_mover {
    std::int64_t items = 0;     ///< cells that it sends, or that it receives
    std::int64_t messages = 0;  ///< sent and received
};

/// Of the messages of class redistribution. Rectangles and cell ranges: O((p + c) log p) for c intersecting tiles;
/// owner lists: O(cells log p). The partitions have the same grid and number of processors.
busiest_mover busiest_in_move(const part::partition& from, const part::partition& to);

}  // namespace banyan::grid
