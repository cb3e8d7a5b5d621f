// Who waits for whom: the ranks that can never go on, and a cycle among them. Pure.
#pragma once

#include <vector>

#include "daemon/client/task_waits.hpp"

namespace banyan::daemon {

/// What one rank of a run waits for.
struct rank_waits {
    bool blocked = false;  ///< every call of it that is known has been blocked for a while
    /// For each of its blocked calls the ranks any of which could end it; rank numbers outside of the list (ended
    /// tasks) can end none.
    std::vector<std::vector<int>> calls;
};

/// The ranks of a cycle, each of which waits for the next and the last for the first, the lowest first; empty if there
/// is none. Only ranks that can never go on count: a rank goes on when any rank that could end one of its calls is not
/// blocked, or may go on itself.
std::vector<int> find_cycle(const std::vector<rank_waits>& ranks);

/// The graph of one run's tasks, by rank. A call counts as blocked when it has lasted for a tenth of a second and no
/// message of it is under way; a receive from any task waits for all others.
std::vector<rank_waits> graph_of(const std::vector<task_waits>& run);

}  // namespace banyan::daemon
