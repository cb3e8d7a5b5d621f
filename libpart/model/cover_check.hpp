// The invariant of rectangle partitions: inside the grid, no overlap, nothing left.
#pragma once

#include <span>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Throws error naming the offending block unless the blocks cover the grid exactly once. O(p log p) by a sweep from
/// north to south over the blocks' first and last rows.
void check_cover(const grid& domain, std::span<const block> blocks);

}  // namespace banyan::part
