// Reduce up a tree to rank 0, which sends the result to the root.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The nodes of the tree in preorder are the ranks, for every root. So a subtree holds consecutive ranks, and the order
/// of the ranks is kept for operations that do not commute. A rank combines its own items with those of its first
/// child, the result with those of its second child, and so on. While it combines, it receives from the next child.
schedule tree_reduce(const tree& over, const collective_shape& shape);
algorithm_cost tree_reduce_cost(const tree& over, const collective_shape& shape);

}  // namespace banyan::net
