// Processes that are never started, for code that starts processes or waits for their end. Linking fake_processes.cpp
// replaces daemon/common/processes.cpp, daemon/common/process_end.cpp and kill().
#pragma once

#include <string>
#include <vector>

namespace banyan::testing {

/// The fake processes that have been started and have not ended. The system has no processes with their ids, except for
/// this process, which stands for the commands.
const std::vector<int>& processes();
/// Adds a process. Its only child is itself.
void add_process(int pid);
/// Code that waits for its end is notified from the event loop.
void end_process(int pid);
void end_all_processes();
/// Sets whether all of them are stopped.
void set_stopped(bool stopped);
/// Sets what new processes write to stderr.
void set_error_text(const std::string& text);

}  // namespace banyan::testing
