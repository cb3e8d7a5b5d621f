// Broadcast down a tree: a rank receives the items from its parent and sends them to its children, to the deepest
// subtree first.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

schedule tree_broadcast(const tree& over, const collective_shape& shape);
algorithm_cost tree_broadcast_cost(const tree& over, const collective_shape& shape);

}  // namespace banyan::net
