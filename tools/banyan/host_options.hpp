// The options by which up and add name hosts.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"

namespace banyan::tools {

struct host_options {
    std::string file;
    std::string launcher;
    std::vector<std::string> names;

    void add_to(CLI::App& verb);
    /// The hosts of the file, then those of the command line; --launcher holds for those without one of their own.
    [[nodiscard]] std::vector<daemon::host_entry> hosts() const;
};

/// How connections between tasks of different hosts are, for people and for JSON.
std::string data_text(bool plain);

/// The hosts of the machine, one a line under a head line, or as JSON of the verb:
/// {"machine","data_between_hosts","hosts":[{"number","name", "address","slots","speed","tasks"}]}.
void show_hosts(const std::string& verb, daemon::virtual_machine& machine, bool json);

}  // namespace banyan::tools
