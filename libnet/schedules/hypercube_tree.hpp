// The hypercube (binomial) tree of p nodes and the round of each node in a broadcast: pure functions of numbers.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The smallest d with 2^d >= nodes: the depth of the tree. `nodes` >= 1.
int cube_dimension(int nodes);

/// One node's place in the tree over nodes 0 .. nodes-1 with root 0 (nCUBE guide; docs/collectives.md). The parent of N
/// is N - 2^k, where 2^k is the largest power of two that divides N. A subtree holds consecutive nodes, N ..
/// N+extent-1, so collected data are in order, and an operation that does not commute keeps its order. The children are
/// in ascending order.
tree_place hypercube_place(int node, int nodes);

/// The round (0 .. cube_dimension-1) in which a broadcast from node 0 reaches `node`, if every node sends one message
/// per round, to the largest subtree first. -1 for node 0.
int broadcast_round(int node, int nodes);

extern const tree hypercube_tree;

}  // namespace banyan::net
