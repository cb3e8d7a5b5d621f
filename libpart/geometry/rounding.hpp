// Rounds a cut tree to whole cells.
//
// Plain: each cut distributes its rows or columns by itself (apportion.hpp).
// Least time: for a time t (cells per weight), F(node, h) is the largest number of columns that the subtree can fill at
// h rows if every processor is done by t. For a leaf it is floor(t w / h), for a vertical cut the sum over the parts,
// and for a horizontal cut the largest f at which the parts, by G, together reach h rows. G(node, f) is the largest
// number of rows at f columns, with the roles exchanged. t is feasible if F(root, rows) >= cols. Bisection finds the
// smallest feasible t; each cut then distributes its rows or columns within these limits.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// The blocks of the tree on the grid, rounded to the least time if that is quick to find, else plainly. It is quick
/// for trees of few levels: any number of processors in strips, or up to about 64 processors that are halved
/// recursively. A test of one time may visit max_effort leaves by the estimate, and at most four times the estimate: a
/// tree whose shares are far from the processors' speeds can take thousands of times the estimate. Needs fits(tree,
/// domain).
std::vector<block> rounded(const cut_tree& tree, const grid& domain);
constexpr double max_effort = 1 << 17;

/// Rounds each cut by itself.
std::vector<block> rounded_plainly(const cut_tree& tree, const grid& domain);
/// Rounds so that the largest cells / weight is the least that the cuts allow. The search may take long.
std::vector<block> rounded_to_least_time(const cut_tree& tree, const grid& domain);

/// The largest cells / weight of the blocks.
double longest_time(const cut_tree& tree, const std::vector<block>& blocks);

}  // namespace banyan::part
