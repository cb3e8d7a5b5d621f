// What tasks wait for, as lines for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/client/task_waits.hpp"

namespace banyan::tools {

/// A line per task and per call and a line per cycle, each with a newline. Tasks of several runs stand apart.
std::string wait_text(const std::vector<daemon::task_waits>& tasks);

/// What one task waits for: answer, calls, messages, message_count. `all`: for the ranks of the others.
nlohmann::ordered_json wait_json(const daemon::task_waits& task, const std::vector<daemon::task_waits>& all);

/// The cycles, at most one per run: run, ranks.
nlohmann::ordered_json cycle_json(const std::vector<daemon::task_waits>& tasks);

}  // namespace banyan::tools
