// The n-ary tree in the numbering of a heap, level by level. The binary tree is the one with n = 2.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The parent of N is floor((N-1) / fanout); its children are fanout N + 1 .. fanout N + fanout. `fanout` >= 1. The
/// children of a place are in descending order: the subtree of the first child of a heap is the deepest.
tree_place n_ary_place(int fanout, int node, int nodes);

extern const tree binary_tree;
extern const tree four_ary_tree;

}  // namespace banyan::net
