// What disturbs a measurement, in words: other programs on the hosts, and a network whose lambda and tau cannot be
// determined.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/computer_load.hpp"
#include "advisor/remote.hpp"

namespace banyan::tools {

/// Measures how busy the computers of the placement are, and writes a warning on standard error for each one whose
/// other programs take cores that the tasks need. Blocks for about half a second. Throws as advisor::run_probe().
std::vector<advisor::computer_load> warn_of_busy_hosts(daemon::virtual_machine& virtual_machine,
                                                       const advisor::placement& where);

/// The warnings, a line each; empty if no computer is contended.
std::string busy_warnings(const std::vector<advisor::computer_load>& loads);

/// Two lines: what it means that lambda and tau are unknown, and what to do on these computers.
std::string unknown_network_text(const std::vector<advisor::computer_load>& loads);

/// For each computer: hosts, tasks, cores, busy_cores.
nlohmann::ordered_json loads_json(const std::vector<advisor::computer_load>& loads);

}  // namespace banyan::tools
