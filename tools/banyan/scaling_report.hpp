// The scaling curve of `banyan advise`: how the time of an iteration changes with the number of tasks.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/scaling.hpp"
#include "tools/banyan/advice.hpp"

namespace banyan::tools {

/// The table, the knee, and the hosts that make the program slower.
std::string scaling_text(const advisor::scaling_curve& curve);

/// One line if fewer tasks are predicted to be clearly faster than all, else empty; for an advice without --scaling.
std::string fewer_tasks_text(const advisor::scaling_curve& curve);

/// knee, advised (tasks), slowing (hosts), points: tasks, hosts, method, predicted_s, interval_s, measured.
nlohmann::ordered_json scaling_json(const advisor::scaling_curve& curve);

/// The hosts without which the advised number of tasks is faster; empty if all hosts are used.
std::vector<std::string> slowing_hosts(const advisor::scaling_curve& curve);

/// The hosts of the advised number of tasks, for the advice.
advised_hosts hosts_of_advice(const advisor::scaling_curve& curve);

}  // namespace banyan::tools
