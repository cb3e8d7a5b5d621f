// Barrier over a tree with root 0: signals go up the tree, then down. A rank signals its parent when all its children
// have signalled, in any order. The root then knows that all ranks have entered.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/schedule.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The two parts of the barrier on one rank. The numbers in `place` are ranks. After the first one the root knows that
/// all have entered; the other ranks also wait for the signal of their parent.
void add_signals_up(schedule_builder& out, const tree_place& place);
void add_signals_down(schedule_builder& out, const tree_place& place);

schedule tree_barrier(const tree& over, const collective_shape& shape);
algorithm_cost tree_barrier_cost(const tree& over, const collective_shape& shape);

}  // namespace banyan::net
