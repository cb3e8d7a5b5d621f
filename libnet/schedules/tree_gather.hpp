// Gather up a tree and scatter down a tree. The message of a rank carries the blocks of its subtree, in the order of
// the nodes.
#pragma once

#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The nodes are numbered in preorder, so a subtree holds consecutive nodes; node = (rank - root) mod p. Scratch memory
/// is needed on ranks between the root and the leaves, and on the root for a subtree whose blocks are not consecutive
/// in rank order: one that holds the last and the first rank.
schedule tree_gather(const tree& over, const collective_shape& shape);
algorithm_cost tree_gather_cost(const tree& over, const collective_shape& shape);

schedule tree_scatter(const tree& over, const collective_shape& shape);
algorithm_cost tree_scatter_cost(const tree& over, const collective_shape& shape);

/// The same over nodes that are numbered in another way: `ranks` has the rank of each node, and node 0 is the root. A
/// subtree must hold consecutive nodes. `place`: that of this rank, in nodes. `places`: those of all nodes in their
/// order, parents before their children.
schedule tree_gather(const tree_place& place, const std::vector<int>& ranks, const collective_shape& shape);
algorithm_cost tree_gather_cost(const std::vector<tree_place>& places, const std::vector<int>& ranks,
                                const collective_shape& shape);

schedule tree_scatter(const tree_place& place, const std::vector<int>& ranks, const collective_shape& shape);
algorithm_cost tree_scatter_cost(const std::vector<tree_place>& places, const std::vector<int>& ranks,
                                 const collective_shape& shape);

}  // namespace banyan::net
