// What tasks wait for, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/client/task_waits.hpp"

namespace banyan::tools {

/// One line per task, call and cycle, grouped by run. Each line ends with a newline.
std::string wait_text(const std::vector<daemon::task_waits>& tasks);

/// One line without a newline: the tasks of a run are in a deadlock, with the calls of the ranks of `cycle`.
std::string deadlock_text(const std::vector<daemon::task_waits>& tasks, const std::vector<int>& cycle);

/// What one task waits for: answer, calls, messages, message_count. `all`: the tasks of its run, for their ranks.
nlohmann::ordered_json wait_json(const daemon::task_waits& task, const std::vector<daemon::task_waits>& all);

/// The cycles, at most one per run: run, ranks.
nlohmann::ordered_json cycle_json(const std::vector<daemon::task_waits>& tasks);

}  // namespace banyan::tools
