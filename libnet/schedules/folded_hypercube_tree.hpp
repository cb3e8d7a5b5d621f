// The hypercube tree of folded ranks: the tree whose reductions have the standard association. Pure.
#pragma once

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

/// One node's place. The nodes are folded to a cube (folded_cube.hpp), whose indices form a hypercube tree; node 2i + 1
/// of a pair is a child of node 2i. Children are in ascending order, the node's pair first, and a subtree holds the
/// nodes node .. node + extent - 1. ceil(log2 nodes) levels. The hypercube tree itself if `nodes` is a power of two.
tree_place folded_hypercube_place(int node, int nodes);

}  // namespace banyan::net
