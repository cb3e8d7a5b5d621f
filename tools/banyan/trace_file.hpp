// The file that `banyan run --trace` writes and `banyan trace` reads: Chrome trace-event JSON, which Perfetto and
// chrome://tracing open (docs/tracing.md).
#pragma once

#include <filesystem>
#include <ostream>
#include <vector>

#include "libnet/tracing/timeline.hpp"
#include "tools/banyan/trace_samples.hpp"

namespace banyan::tools {

/// Writes event by event, so memory is bounded. `incomplete`: ranks whose trace is missing or cut.
void write_trace(std::ostream& out, const net::tracing::timeline& run, const std::vector<int>& incomplete);
/// The same into a file, as replace_file(). Throws verb_error (failed), which names `option`, if it cannot be written.
void write_trace_file(const char* option, const std::filesystem::path& file, const net::tracing::timeline& run,
                      const std::vector<int>& incomplete);

/// Throws verb_error (failed) if the file cannot be read or is not a trace.
trace_samples read_trace_file(const std::filesystem::path& file);

}  // namespace banyan::tools
