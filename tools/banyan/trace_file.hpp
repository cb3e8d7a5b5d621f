// The file that `banyan run --trace` writes and `banyan trace` reads: Chrome trace-event JSON, which Perfetto and
// chrome://tracing open (docs/tracing.md).
#pragma once

#include <filesystem>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "libnet/tracing/timeline.hpp"

namespace banyan::tools {

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

/// Writes event by event, so memory is bounded. `incomplete`: ranks whose trace is missing or cut.
void write_trace(std::ostream& out, const net::tracing::timeline& run, const std::vector<int>& incomplete);
/// The same into a file, as replace_file(). Throws verb_error (failed), which names `option`, if it cannot be written.
void write_trace_file(const char* option, const std::filesystem::path& file, const net::tracing::timeline& run,
                      const std::vector<int>& incomplete);

/// The samples of a timeline, equal to those that read_trace() finds in the file of write_trace().
trace_samples samples_of(const net::tracing::timeline& run, const std::vector<int>& incomplete);
/// Throws std::runtime_error that says what is wrong for text that write_trace() has not written.
trace_samples read_trace(std::istream& in);
/// Throws verb_error (failed) if the file cannot be read or is not a trace.
trace_samples read_trace_file(const std::filesystem::path& file);

}  // namespace banyan::tools
