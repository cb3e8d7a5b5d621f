// The speed of each host of a virtual machine, measured with thermal's inner loop on all hosts at once.
#pragma once

#include <string>
#include <vector>

#include "advisor/remote.hpp"

namespace banyan::advisor {

struct host_speed {
    std::string host;
    double cells_per_s = 0;  ///< of one task; the mean of the tasks of the host
};

/// The options of the probe for this many tasks: each sweeps over 512 x 512 cells with 10 operations per cell, until
/// the medians of all tasks are known to 2 %. Takes 0.6 to 1.6 seconds.
probe_options host_speed_probe(int tasks);

/// The hosts of the report of such a probe, in the order of their first rank. The speed of a task is that of its median
/// window. Throws std::runtime_error for a report without these measurements.
std::vector<host_speed> host_speeds_in(const probe_report& report);

/// Runs the probe on the hosts of the placement. Blocks. Throws as run_probe().
std::vector<host_speed> measure_host_speeds(daemon::virtual_machine& virtual_machine, const placement& where);

}  // namespace banyan::advisor
