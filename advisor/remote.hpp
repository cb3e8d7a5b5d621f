// Running a program on a virtual machine and taking what it prints.
#pragma once

#include <string>
#include <vector>

#include "advisor/probe/options.hpp"
#include "advisor/probe_report.hpp"
#include "daemon/client/virtual_machine.hpp"

namespace banyan::advisor {

/// Where the tasks of a measurement go; the same for every run, so that rank i stays on the same host.
struct placement {
    int tasks = 2;
    int per_host = 0;                ///< 0 fills the slots of the hosts in their order
    std::vector<std::string> hosts;  ///< only these, in this order; empty: all
    std::string transport = "auto";  ///< auto, tcp or unix
};

/// Runs `command` and returns what all its tasks wrote to standard output, lines ended by '\n'. Throws
/// std::runtime_error with the run's message and the first line of standard error when it fails; net::error as
/// virtual_machine::run does.
std::string run_for_output(daemon::virtual_machine& machine, const placement& where,
                           const std::vector<std::string>& command);

/// Runs a probe: "banyan-probe", or "NAME-probe" for the speed of application NAME.
probe_report run_probe(daemon::virtual_machine& machine, const placement& where, const std::string& program,
                       const probe_options& what);

}  // namespace banyan::advisor
