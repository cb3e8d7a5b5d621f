// Communication that is no stencil: broadcast, reduction, random, multicast (Crandall 1994, 6.1 to 6.3), and programs
// that change their pattern. All take one direction, so that communication_cost_s charges them as eqs. 6.12 to 6.14 do.
// Only the cells of each processor matter, not where they lie: O(p), for any layout.
#pragma once

#include <cstdint>
#include <span>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// A cell by row and column.
struct cell_position {
    std::int64_t row;
    std::int64_t col;
};

/// One item from `root` to each other processor that has cells: p - 1 messages (6.12). Throws error when root has no
/// cell or is none of the processors.
communication broadcast_communication(const partition& parts, int root);

/// One item from each other processor that has cells to `root`, each having reduced its own cells first (6.13). Throws
/// as broadcast_communication.
communication reduction_communication(const partition& parts, int root);

/// Items that `from` is expected to send to `to` when every cell sends its value to a cell drawn uniformly from the
/// grid: cells_from * cells_to / cells of the grid.
double expected_random_items(const partition& parts, int from, int to);

/// The random pattern at its worst: every processor with cells sends to every other one (6.14), p (p - 1) messages of
/// expected_random_items, rounded, at least one item each. O(p^2).
communication random_communication(const partition& parts);

/// The value of one cell to the owners of other cells: one message of one item to each distinct processor among them
/// but the owner of `source` itself, without a multicast of the network (6.1). O(cells named). Throws error outside the
/// grid.
communication multicast_communication(const partition& parts, const cell_position& source,
                                      std::span<const cell_position> recipients);

/// A pattern and how often it comes in one iteration (a mean: 0.1 for every tenth iteration).
struct phase {
    communication sent;
    double times;
};

/// Seconds of communication in one iteration of a program whose patterns alternate: sum of times * cost (Crandall 6,
/// "phase shifts": each pattern by itself). Throws error for negative or non-finite times, and as
/// communication_cost_s.
double communication_cost_s(std::span<const phase> phases, const network& net, std::int64_t item_bytes);

}  // namespace banyan::part
