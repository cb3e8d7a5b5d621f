// Broadcast down a tree: a rank receives the items from its parent and sends them to its children, to the deepest
// subtree first.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

schedule tree_broadcast(const tree& over, const collective_shape& shape);
algorithm_cost tree_broadcast_cost(const tree& over, const collective_shape& shape);

/// The steps of one rank, as a part of a schedule. The numbers in `place` are ranks.
void add_tree_broadcast(schedule_builder& out, const tree_place& place, const items_at& items);

}  // namespace banyan::net
