// What the analysis of a run needs of its trace: the lengths of the intervals of each task.
#pragma once

#include <cstdint>
#include <istream>
#include <vector>

#include "libnet/tracing/timeline.hpp"

namespace banyan::tools {

/// The schema of a trace file (docs/tracing.md).
inline constexpr const char* trace_schema = "banyan.trace.file.v1";

/// What the analysis needs of one task. All lengths are nanoseconds.
struct task_samples {
    int rank = 0;
    std::uint64_t dropped = 0;
    std::vector<net::tracing::nanoseconds> computing;
    std::vector<net::tracing::nanoseconds> blocked;
    std::vector<net::tracing::nanoseconds> algorithmic;  ///< part of each element of `blocked`
};

struct trace_samples {
    std::vector<task_samples> tasks;  ///< in order of rank
    std::uint64_t messages = 0;
    std::uint64_t unpaired_sends = 0;
    std::uint64_t unpaired_receives = 0;
    std::vector<int> incomplete;  ///< ranks whose trace is missing or cut
};

/// The samples of a timeline, equal to those that read_trace() finds in the file of write_trace().
trace_samples samples_of(const net::tracing::timeline& run, const std::vector<int>& incomplete);
/// Throws std::runtime_error that says what is wrong for text that write_trace() has not written.
trace_samples read_trace(std::istream& in);

}  // namespace banyan::tools
