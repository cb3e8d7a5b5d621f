// The invariant of partitions into rectangles: they are inside the grid, do not overlap, and leave no cell out.
#pragma once

#include <span>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Throws error, naming the block, unless the blocks cover every cell of the grid exactly once. O(p log p): a sweep
/// from north to south over the first and last rows of the blocks.
void check_cover(const grid& domain, std::span<const block> blocks);

}  // namespace banyan::part
