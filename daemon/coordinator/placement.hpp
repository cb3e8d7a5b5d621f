// On which host each rank of a run is placed. Pure.
#pragma once

#include <vector>

namespace banyan::daemon {

/// The limit of one run.
inline constexpr int most_tasks = 65536;
/// The limit of one host.
inline constexpr int most_slots = 4096;

/// The index of the host of each rank, in rank order. The ranks of one host are consecutive. `slots` has one entry >= 1
/// for each host.
///
/// per_host = 0: fills the slots of the hosts in order. If ranks remain, each one goes to the host that has the fewest
/// ranks for each of its slots, this rank included, and to the first of several such hosts.
/// per_host > 0: places that many on each host, in order.
/// Throws net::error invalid_argument for tasks < 1 or > most_tasks, per_host < 0, and per_host with too few hosts.
std::vector<int> place(int tasks, int per_host, const std::vector<int>& slots);

}  // namespace banyan::daemon
