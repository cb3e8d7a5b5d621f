// Decides whether all tasks of a run wait for each other and none of them can continue. Pure.
#pragma once

#include <chrono>
#include <vector>

#include "daemon/client/task_waits.hpp"

namespace banyan::daemon {

/// The ranks of a cycle (wait_graph.hpp) if all tasks of a run are idle and some of them wait for each other, by their
/// reports alone. The only task of a run is a cycle by itself, also if it receives from any task. The tasks do not
/// report at the same time, so one set of reports is no proof: a message may have been sent between two of them.
std::vector<int> find_idle_cycle(const std::vector<task_waits>& tasks);

/// The ranks of a cycle if the run is in a deadlock, else empty. `before` and `now`: the reports of all its tasks that
/// have not ended. `between`: the time from the arrival of the last report of `before` to that of `now`.
///
/// In a deadlock, both sets of reports have a cycle, and each call of `now` has lasted longer than `between`. So all
/// tasks were blocked at the same time, with no message in transit, and no task can send one.
std::vector<int> find_deadlock(const std::vector<task_waits>& before, const std::vector<task_waits>& now,
                               std::chrono::duration<double> between);

}  // namespace banyan::daemon
