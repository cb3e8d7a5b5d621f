// A run of a program with tracing: collects the traces of its tasks.
#pragma once

#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "libnet/tracing/timeline.hpp"

namespace banyan::tools {

inline constexpr int default_trace_mib = 16;  ///< memory for the events of a task

struct traced_run {
    daemon::run_result result;
    net::tracing::timeline timeline;
    std::vector<int> incomplete;  ///< ranks whose trace is missing or cut
};

/// Runs the program as virtual_machine::run() and takes the traces out of its output. The tasks may use
/// `bytes_per_task` of memory for their events; this process needs as much for all tasks together. Blocks and throws as
/// run().
traced_run run_with_trace(daemon::virtual_machine& where, daemon::run_request request,
                          const daemon::output_handler& print, std::size_t bytes_per_task);

/// One line for the user that names the ranks without a complete trace, and how many events are missing; "" if none.
std::string trace_warning(const traced_run& run);

}  // namespace banyan::tools
