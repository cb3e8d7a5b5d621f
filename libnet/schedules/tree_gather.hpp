// Gather up a tree and scatter down a tree. The message of a rank carries the blocks of its subtree, in the order of
// the nodes. The nodes are numbered in preorder, so a subtree holds consecutive nodes; node = (rank - root) mod p.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The root receives into its output. Scratch memory is needed only for a subtree that holds the last and the first
/// rank, and on ranks between the root and the leaves.
schedule tree_gather(const tree& over, const collective_shape& shape);
algorithm_cost tree_gather_cost(const tree& over, const collective_shape& shape);

schedule tree_scatter(const tree& over, const collective_shape& shape);
algorithm_cost tree_scatter_cost(const tree& over, const collective_shape& shape);

}  // namespace banyan::net
