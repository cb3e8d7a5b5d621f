// Moves the segments of a dissection into rectangles, also of one without straight cuts through it.
#pragma once

#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// Partitions on the way from the old one to the one with loads as equal as the arrangement of its segments allows.
/// Each segment in turn moves to the line at which the sum of cells^2 / speed of its rectangles is least. Each
/// rectangle keeps a row and a column. At most 200 rounds, O(p) each.
std::vector<partition> moved_segments(const partition& old, const speeds& now);

}  // namespace banyan::part
