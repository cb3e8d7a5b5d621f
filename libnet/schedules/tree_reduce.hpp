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

/// The steps of one rank up the tree, as a part of a schedule. The numbers in `place` are ranks. Returns where the
/// rank's part of the result is: `own` or `work`. On the root of the tree this part is the result; the other ranks have
/// sent it. `work` may be `own`; if it has no items, it is scratch memory.
items_at add_tree_reduce(schedule_builder& out, const tree_place& place, const items_at& own, items_at work);

}  // namespace banyan::net
