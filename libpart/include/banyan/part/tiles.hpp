// Any partition as rectangles, several to a machine where one is not enough.
#pragma once

#include <vector>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Rectangles that cover the grid without overlap, each of one machine, by ascending machine, row, column. The blocks
/// of the partition where it has any; for owner tables the runs of each row, joined with the equal run above. A
/// machine's tiles are the same wherever they are computed, so two tasks need not tell each other. O(cells) for owner
/// tables. Throws error above 2^28 cells of an owner table.
std::vector<block> tiles(const partition& parts);

}  // namespace banyan::part
