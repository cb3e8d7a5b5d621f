// All tasks send to all at once, before any connection stands.
#pragma once

#include "banyan/net/group.hpp"

namespace banyan::bench {

/// Runs the pattern on all tasks of `world`, which must not have exchanged messages before; rank 0 prints "seconds
/// links faults". Returns the exit status: 0 also when there are faults.
int run_connect(const net::group& world);

}  // namespace banyan::bench
