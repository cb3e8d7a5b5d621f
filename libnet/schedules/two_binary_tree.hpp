// Two balanced binary trees with the roots 0 and 1. Marinescu and Rice (1991, section 4) measured broadcast-collapse on
// them, and show their histograms by the levels of these trees: 0 to 1, 2 to 3, 4 to 7, 8 to 15, ...
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The even nodes form one tree and the odd nodes the other. A root has one child, root + 2; each further node has two
/// at most: the parent of N >= 4 is 2 floor(N / 4) + N mod 2. With 2^d nodes each root has a complete binary tree below
/// it, as the two roots of the near-binary tree, but the edges are not those of the cube. The paper does not say how
/// the trees are joined. As one tree, node 1 is a child of node 0.
extern const tree two_binary_tree;

/// The level of a node in its tree; 0 for both roots. Level l > 0 of 2^d nodes holds the nodes 2^l .. 2^(l+1) - 1.
int two_binary_level(int node);

}  // namespace banyan::net
