// A division of a rectangle by straight cuts, in shares, before it is rounded to whole cells: a slicing tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/processor_list.hpp"

namespace banyan::part {

/// The position of the parts of a node.
enum class cut {
    none,       ///< a leaf: one processor
    vertical,   ///< side by side, from west to east
    horizontal  ///< one below the other, from north to south
};

inline cut across(cut direction) {
    return direction == cut::vertical ? cut::horizontal : cut::vertical;
}

/// A node of a slicing tree.
struct cut_tree {
    cut direction = cut::none;
    int processor = -1;         ///< leaves only
    double weight = 0;          ///< sum over all processors below
    std::int64_t min_rows = 1;  ///< with fewer rows or fewer columns, a processor below gets no cell;
    std::int64_t min_cols = 1;  ///< with at least both, each can have one
    std::vector<cut_tree> parts;
};

cut_tree leaf(const weighted_processor& processor);
/// A node with at least one part; `direction` is not cut::none. A single part is returned as it is.
cut_tree joined(cut direction, std::vector<cut_tree> parts);
/// Strips of one processor each, in the given order, with all cuts in one direction.
cut_tree strips(cut direction, std::span<const weighted_processor> processors);

/// Whether every processor of the tree can have a cell.
bool fits(const cut_tree& tree, const grid& domain);

/// Rounds the tree to whole cells. Every processor gets at least one cell. The largest cells / weight is the least that
/// the cuts allow if this is quick to find (rounding.hpp). Otherwise each cut is rounded by itself. `processors` is the
/// number of all processors; those not in the tree are dropped. Needs fits().
partition realize(const cut_tree& tree, const grid& domain, int processors);

}  // namespace banyan::part
