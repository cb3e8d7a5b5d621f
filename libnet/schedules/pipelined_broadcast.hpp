// Broadcast down a tree in segments of shape.segment items: a rank sends a segment to its children while it receives
// the next one.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

schedule pipelined_broadcast(const tree& over, const collective_shape& shape);
/// `place`: that of this rank, in ranks.
schedule pipelined_broadcast(const tree_place& place, const collective_shape& shape);
/// The steps of one rank, as a part of a schedule.
void add_pipelined_broadcast(schedule_builder& out, const tree_place& place, const collective_shape& shape);

/// The cost in a tree in which the last node gets a message of one segment after `depth_rounds` rounds, and no node has
/// more than `fanout` children. With s segments: fanout (s - 1) + depth_rounds rounds if the root has `fanout`
/// children, at most so many otherwise.
algorithm_cost pipelined_broadcast_cost(int fanout, int depth_rounds, const collective_shape& shape);

}  // namespace banyan::net
