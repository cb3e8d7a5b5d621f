// Which host each rank of a run goes to. Pure.
#pragma once

#include <vector>

namespace banyan::daemon {

/// Of one run.
inline constexpr int most_tasks = 65536;

/// Index of the host of each rank, in rank order; ranks of one host are neighbours. `slots` has one entry >= 1 per
/// host.
///
/// per_host = 0: fills each host's slots in host order; what is left over goes round robin, one more per host.
/// per_host > 0: that many on each host in host order.
/// Throws net::error invalid_argument for tasks < 1 or > most_tasks, per_host < 0, and per_host with too few hosts.
std::vector<int> place(int tasks, int per_host, const std::vector<int>& slots);

}  // namespace banyan::daemon
