// Finds the ranks that can never continue, and a cycle among them. Pure.
#pragma once

#include <vector>

#include "daemon/client/task_waits.hpp"

namespace banyan::daemon {

/// What one rank of a run waits for.
struct rank_waits {
    bool blocked = false;  ///< all its known calls have been blocked for some time
    /// For each blocked call, the ranks that could end it. Ranks outside of the list (ended tasks) cannot end a call.
    std::vector<std::vector<int>> calls;
};

/// The ranks of a cycle, in which each rank waits for the next one and the last for the first. The lowest rank is
/// first. Empty if there is no cycle. Only ranks that can never continue are in it: a rank can continue if a rank that
/// could end one of its calls is not blocked, or can continue itself.
std::vector<int> find_cycle(const std::vector<rank_waits>& ranks);

/// The graph of the tasks of one run, by rank. A call counts as blocked if it has lasted for 0.1 s and none of its
/// messages is in transit. A receive from any task waits for all others.
std::vector<rank_waits> graph_of(const std::vector<task_waits>& run);

}  // namespace banyan::daemon
