// Communication patterns other than stencils: broadcast, reduction, random, multicast (Crandall 1994, 6.1 to 6.3), and
// programs that alternate between patterns. Each pattern has one direction, so communication_cost_s() charges it as
// eqs. 6.12 to 6.14 do. Except for the multicast, only the number of cells of each processor matters: O(p) for any
// layout, O(p^2) for the random pattern.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// A cell, given by its row and column.
struct cell_position {
    std::int64_t row;
    std::int64_t col;
};

/// One item from `root` to each other processor that has cells: p - 1 messages (6.12). Throws error if root has no cell
/// or is not a processor of the partition.
communication broadcast_communication(const partition& parts, int root);

/// Each other processor that has cells reduces them to one item and sends it to `root`: p - 1 messages (6.13). Throws
/// error as broadcast_communication().
communication reduction_communication(const partition& parts, int root);

/// The expected number of items that `from` sends to `to` if every cell sends its value to a cell drawn uniformly from
/// the grid: cells_from * cells_to / cells of the grid.
double expected_random_items(const partition& parts, int from, int to);

/// The worst case of the random pattern: every processor with cells sends to every other one (6.14), p (p - 1) messages
/// of expected_random_items() items each, rounded, at least one. O(p^2).
communication random_communication(const partition& parts);

/// The value of one cell to the owners of other cells: one message of one item to each distinct owner of `recipients`,
/// except the owner of `source` itself (6.1). The network has no multicast of its own. O((p + recipients) log p).
/// Throws error for a cell outside the grid.
communication multicast_communication(const partition& parts, const cell_position& source,
                                      std::span<const cell_position> recipients);

/// The names of the patterns in which processors send, not cells: broadcast, reduction, random.
std::span<const std::string_view> whole_pattern_names();

/// The messages of a pattern by its name: one of whole_pattern_names(), or a stencil as stencil::parse() takes it.
/// Broadcast and reduction have the first processor with cells as root. Throws error as stencil::parse().
communication communication_named(std::string_view pattern, const partition& parts);

/// A pattern and how often it occurs in one iteration, as a mean: 0.1 for once in ten iterations.
struct phase {
    communication sent;
    double times;
};

/// Seconds of communication in one iteration of a program that alternates between patterns: the sum of times * cost.
/// Each pattern is charged by itself (Crandall 1994, ch. 6, "phase shifts"). Throws error for times that are negative
/// or not finite, and as communication_cost_s().
double communication_cost_s(std::span<const phase> phases, const network& net, std::int64_t item_bytes);

}  // namespace banyan::part
