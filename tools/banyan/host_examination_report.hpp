// The table of hosts of `banyan doctor`, and its JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/client/host_examination.hpp"

namespace banyan::tools {

/// A table with a line for each host. What is not known is "-".
std::string host_examination_text(const std::vector<daemon::host_examination>& hosts);

/// A line for each failure: "host NAME: what is wrong".
std::vector<std::string> host_failure_lines(const std::vector<daemon::host_examination>& hosts);

/// For each host: name, address, version, system, cores, slots, clock_ahead_s, clock_uncertainty_s, folder,
/// free_bytes, reaches_here, is_reached, failures. What is not known is null.
nlohmann::ordered_json host_examination_json(const std::vector<daemon::host_examination>& hosts);

}  // namespace banyan::tools
