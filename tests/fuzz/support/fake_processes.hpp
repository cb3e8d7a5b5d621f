// Programs that are never started, for code that starts them or waits for their end. Linking fake_processes.cpp
// replaces daemon/common/processes.cpp, daemon/common/process_end.cpp and kill().
#pragma once

#include <string>
#include <vector>

namespace banyan::testing {

/// The fake processes that have been started and not yet ended. Their ids are those of no process of the system, but
/// for this one, which stands for the commands.
const std::vector<int>& processes();
/// Adds one. Each has itself as its only child.
void add_process(int pid);
/// Whoever waits for its end learns of it from the loop.
void end_process(int pid);
void end_all_processes();
/// Whether all of them are stopped.
void set_stopped(bool stopped);
/// What the next ones write to stderr.
void set_error_text(const std::string& text);

}  // namespace banyan::testing
