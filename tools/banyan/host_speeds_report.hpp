// The table of `banyan speeds` and its JSON, and the same speeds for a host file.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"

namespace banyan::tools {

/// Whether a run on all of these hosts gets measured speeds; otherwise it gets the declared ones.
bool all_measured(const std::vector<daemon::host_info>& hosts);

/// The measured speed in millions of cells per second and its date, for tables; "-" if the host was not measured.
std::array<std::string, 2> measured_cells(const daemon::host_info& host);

/// A table with declared and measured speeds, and a line that says which ones programs get.
std::string host_speeds_text(const std::vector<daemon::host_info>& hosts);

/// source, and for each host: name, slots, declared, measured, relative.
nlohmann::ordered_json host_speeds_json(const std::vector<daemon::host_info>& hosts);

/// cells_per_s and at, or null if the host was not measured.
nlohmann::ordered_json measured_json(const daemon::host_info& host);

/// The measured speeds of the named hosts, relative to the slowest of them. Throws verb_error (failed) if one of them
/// is not in the virtual machine or was not measured; `file` names them.
std::map<std::string, double> relative_speeds(const std::vector<daemon::host_info>& hosts,
                                              const std::vector<daemon::host_entry>& named, const std::string& file);

}  // namespace banyan::tools
