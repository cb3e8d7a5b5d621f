// A pseudo-terminal for the standard output of a task, so that programs write each line at once.
#pragma once

#include <array>
#include <optional>

namespace banyan::daemon {

struct terminal_size {
    int rows = 24;
    int columns = 80;
};

/// The daemon's end and the task's end of a new pseudo-terminal of this size. It is raw: bytes pass unchanged and are
/// not echoed. The task's end can only be written to. It is the controlling terminal of no process, so it sends no
/// job-control signals. Returns nothing if the system has no more pseudo-terminals or `device` is not one; the caller
/// then uses a pipe.
std::optional<std::array<int, 2>> make_output_terminal(const terminal_size& size, const char* device = "/dev/ptmx");

}  // namespace banyan::daemon
