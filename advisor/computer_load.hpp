// What the tasks of a measurement find on each computer: how many of them share it, and how busy it is without them.
#pragma once

#include <string>
#include <vector>

#include "advisor/probe/options.hpp"
#include "advisor/probe_report.hpp"

namespace banyan::advisor {

/// One computer; several hosts of a virtual machine can be on it.
struct computer_load {
    std::vector<std::string> hosts;  ///< of the virtual machine
    int tasks = 0;                   ///< of the measurement
    int cores = 0;                   ///< that the tasks may use; 0 if unknown
    double busy_cores = 0;           ///< used by other programs; 0 if not measured

    /// Whether other programs take cores that the tasks need: more than a quarter of a core.
    [[nodiscard]] bool is_contended() const;
    /// Whether the tasks need more cores than there are.
    [[nodiscard]] bool is_oversubscribed() const { return cores > 0 && tasks > cores; }
};

/// The computers of a report, in the order of their first rank. Hosts whose operating systems have the same name count
/// as one computer.
std::vector<computer_load> computer_loads(const probe_report& report);

/// The options of a probe that measures the load of the computers while its tasks sleep. Takes about half a second.
probe_options load_probe();

}  // namespace banyan::advisor
