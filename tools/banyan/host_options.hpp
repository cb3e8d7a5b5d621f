// The options with which `up` and `add` name hosts, and the table of hosts that several verbs print.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "tools/banyan/progress.hpp"

namespace banyan::tools {

struct host_options {
    std::string file;
    std::string launcher;
    std::vector<std::string> names;

    /// `help`: of the names.
    void add_to(CLI::App& verb, const std::string& help);
    /// The hosts of the file, then those of the command line. --launcher applies to hosts without a launcher of their
    /// own. Throws verb_error for a launcher without {host}, net::error for a host file that cannot be used.
    [[nodiscard]] std::vector<daemon::host_entry> hosts() const;
};

/// Shows on a terminal that these hosts are being started, until it is destroyed. Null if there are no hosts or
/// progress is not shown on a terminal.
std::unique_ptr<progress> show_start(const std::vector<daemon::host_entry>& hosts);

/// Whether connections between tasks of different hosts are encrypted, in words.
std::string data_text(bool plain);

/// Prints the hosts as a table, and the lost ones on standard error, or all as the JSON of the verb. With the table, a
/// line on standard error names hosts that share an address with one of `added`.
void show_hosts(const std::string& verb, daemon::virtual_machine& virtual_machine, bool json,
                const std::vector<daemon::host_entry>& added = {});

}  // namespace banyan::tools
