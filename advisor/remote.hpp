// Runs a program on a virtual machine and returns its output.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "advisor/probe/options.hpp"
#include "advisor/probe_report.hpp"
#include "daemon/client/virtual_machine.hpp"

namespace banyan::advisor {

/// The hosts of the tasks of a measurement. They are the same for every run, so that rank i is always on the same host.
struct placement {
    int tasks = 2;
    int per_host = 0;                ///< tasks per host; 0 fills the slots of the hosts in their order
    std::vector<std::string> hosts;  ///< use only these, in this order; empty: all hosts
    std::string transport = "auto";  ///< auto, tcp or unix
};

/// A program without a folder in its name may be one of Banyan, such as thermal: it is looked for in its folder on this
/// computer and then in the PATH of each host, because a host may have Banyan in another folder.
void find_on_all_hosts(daemon::run_request& request);

/// Environment variables of tasks, with their values.
using task_variables = std::vector<std::pair<std::string, std::string>>;

/// Runs `command` and returns what its tasks write to standard output, in lines that end with '\n'. The program is
/// looked for as by find_on_all_hosts(). Blocks. If the run fails, throws std::runtime_error with the message of the
/// run and the first line of standard error; net::error as virtual_machine::run.
std::string run_for_output(daemon::virtual_machine& virtual_machine, const placement& where,
                           const std::vector<std::string>& command, const task_variables& variables = {});

/// Runs a probe, which is banyan-probe or an application, and returns its report. Throws as run_for_output() and
/// parse_probe_report().
probe_report run_probe(daemon::virtual_machine& virtual_machine, const placement& where, const std::string& program,
                       const probe_options& what, const task_variables& variables = {});

/// Checks that a program answers as a probe on all hosts of the placement. Blocks, at most until `limit` and the end of
/// the tasks. Throws std::runtime_error that says in one line what is wrong and what to do; net::error as
/// virtual_machine::run.
void check_probe(daemon::virtual_machine& virtual_machine, const placement& where, const std::string& program,
                 std::chrono::milliseconds limit = std::chrono::seconds(10));

}  // namespace banyan::advisor
