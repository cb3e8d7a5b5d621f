// All tasks send to all other tasks at once, before any connection exists.
#pragma once

#include "banyan/net/group.hpp"

namespace banyan::bench {

/// Runs the pattern on all tasks of `world`, which must not have exchanged messages before. Rank 0 prints "seconds
/// links faults". Returns the exit status. Faults do not change it.
int run_connect(const net::group& world);

}  // namespace banyan::bench
