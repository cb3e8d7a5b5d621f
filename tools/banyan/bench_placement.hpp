// Where the tasks of `banyan bench` run: options and texts that several of its verbs share.
#pragma once

#include <CLI/CLI.hpp>

#include "advisor/remote.hpp"

namespace banyan::tools {

void add_transport_option(CLI::App& verb, std::string& transport);

/// Adds `--np`, a list: one run for each number of tasks.
void add_runs_option(CLI::App& verb, std::vector<int>& tasks);

/// Adds `--repeat`, the number of samples. `sample_ms`: about the length of a sample, for the help.
void add_repeat_option(CLI::App& verb, int& repeat, int sample_ms);

/// `tasks` tasks on the hosts of the virtual machine; 0: one for each slot, at least 2. Throws verb_error for the
/// transport "unix" between hosts.
advisor::placement place_tasks(daemon::virtual_machine& virtual_machine, int tasks, const std::string& transport);

/// "8 tasks on 2 hosts over tcp", for the heads of tables. `hosts`: of each task.
std::string placement_text(const std::vector<std::string>& hosts, const std::string& transport);

}  // namespace banyan::tools
