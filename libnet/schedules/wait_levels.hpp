// How often the ranks of an algorithm wait for each other one after the other. Pure.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// The longest chain of waits in which each needs a message that was sent after the one before: 1 for a broadcast from
/// the root to all, ceil(log2 p) for one along the hypercube tree. Where several ranks share a core, each link of the
/// chain is a change of the running task. Makes the schedules of all ranks. `shape.rank` is ignored.
int wait_levels(const algorithm& how, const collective_shape& shape);

}  // namespace banyan::net
