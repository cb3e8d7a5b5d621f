// A division of a rectangle by straight cuts, in shares, before it is rounded to whole cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/processor_list.hpp"

namespace banyan::part {

/// How the parts of a node lie.
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
    double weight = 0;          ///< of all processors below
    std::int64_t min_rows = 1;  ///< with fewer rows or columns some processor below gets no cell,
    std::int64_t min_cols = 1;  ///< with both there is a way to give each one
    std::vector<cut_tree> parts;
};

cut_tree leaf(const weighted_processor& processor);
/// A node; `direction` is not cut::none and there is at least one part. A single part is returned as it is.
cut_tree joined(cut direction, std::vector<cut_tree> parts);
/// Processors in the given order, all cut in one direction.
cut_tree strips(cut direction, std::span<const weighted_processor> processors);

/// Whether every processor of the tree can have a cell.
bool fits(const cut_tree& tree, const grid& domain);

/// Rounds to whole cells: every processor at least one cell, and the largest cells / weight the smallest that the tree
/// allows where that is quick to find (rounding.hpp), else the smallest of each cut on its own. `processors` is
/// the number of all processors; those not in the tree are dropped. Needs fits().
partition realize(const cut_tree& tree, const grid& domain, int processors);

}  // namespace banyan::part
