// The first p processors by speed, for every p: which hosts they are on, and how fast they are without the others.
// Pure.
#pragma once

#include <string>
#include <vector>

namespace banyan::advisor {

/// A host of a measurement with all of its tasks.
struct measured_host {
    std::string name;
    std::string computer;            ///< name of its operating system; hosts of one computer share its cores
    int slots = 1;                   ///< tasks that a run places on it before it uses the next host
    double computer_cores = 0;       ///< of the computer; 0 if unknown
    double host_cores = 0;           ///< that the tasks of this host may use, limited by its CPU quota; 0 if unknown
    std::vector<std::size_t> ranks;  ///< of its tasks in the measurement
    double speed = 1;                ///< mean of its tasks, measured on all processors at once
};

/// The tasks of a run on some of the hosts.
struct processor_prefix {
    std::vector<std::string> hosts;     ///< with tasks, the fastest first; they are the placement of a run
    std::vector<std::string> left_out;  ///< the other hosts of the measurement, the fastest first
    /// [rank of this run] a rank of the measurement on the same host.
    std::vector<std::size_t> ranks;
    /// [rank of this run] how many times as fast the processor is as in the measurement, because fewer tasks share the
    /// cores: 1 if every task had a core there.
    std::vector<double> gain;
};

/// The prefixes of 1, 2, ... tasks, up to all tasks of the measurement. Each host is used up to its slots before the
/// next slower one, as by a run that is given the hosts in this order.
std::vector<processor_prefix> prefixes_by_speed(std::vector<measured_host> hosts);

}  // namespace banyan::advisor
