// Whole cells for a cut tree.
//
// Plain: each cut on its own shares out its rows or columns (apportion.hpp).
// Bottleneck: for a time t (cells per weight), F(node, h) = most columns that the subtree can fill at h rows with every
// processor done by t: leaf floor(t w / h), vertical cut the sum, horizontal cut the largest f that both G allow;
// G(node, f) = most rows at f columns, the same with the roles changed. t is feasible iff F(root, rows) >= cols. The
// smallest t is found by bisection, and each cut then shares out within these limits.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// The blocks of the tree on the grid: bottleneck for trees of few levels (any number of processors in strips, up to
/// about 64 halved again and again), where one question takes at most max_effort looks at leaves by a guess, and not
/// several times the guess: trees that leave a processor far from its share can take thousands of times. Else plain.
/// Needs fits(tree, domain).
std::vector<block> rounded(const cut_tree& tree, const grid& domain);
constexpr double max_effort = 1 << 17;

/// Each cut on its own.
std::vector<block> rounded_plainly(const cut_tree& tree, const grid& domain);
/// Smallest possible largest cells / weight, whatever the effort.
std::vector<block> rounded_to_least_time(const cut_tree& tree, const grid& domain);

/// Largest cells / weight.
double longest_time(const cut_tree& tree, const std::vector<block>& blocks);

}  // namespace banyan::part
