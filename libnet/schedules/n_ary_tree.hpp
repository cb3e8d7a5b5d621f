// The n-ary tree in the numbering of a heap, level by level. The binary tree is the one with n = 2.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The parent of N is floor((N-1) / fanout); its children are fanout N + 1 .. fanout N + fanout. `fanout` >= 1. The
/// children of a place are in descending order: the subtree of the first child of a heap is the deepest.
tree_place n_ary_place(int fanout, int node, int nodes);

/// The tree of any fanout. With 1 it is the chain, and with nodes - 1 or more the star.
tree n_ary_tree(int fanout);

extern const tree binary_tree;
extern const tree four_ary_tree;  ///< as an example in the table of trees

}  // namespace banyan::net
