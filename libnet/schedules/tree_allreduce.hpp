// Allreduce as a reduction up a tree to rank 0 and a broadcast down the same tree.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The nodes of the tree in preorder are the ranks, so the order and the association of the reduction are those of
/// tree_reduce(). All ranks get the value of rank 0. The scratch memory of a rank holds the items of two children at
/// most.
schedule tree_allreduce(const tree& over, const collective_shape& shape);
algorithm_cost tree_allreduce_cost(const tree& over, const collective_shape& shape);

}  // namespace banyan::net
