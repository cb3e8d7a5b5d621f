// A pseudo-terminal for the standard output of a task, so that programs write each line at once.
#pragma once

#include <array>
#include <optional>

namespace banyan::daemon {

struct terminal_size {
    int rows = 24;
    int columns = 80;
};

/// The daemon's end and the task's end of a new pseudo-terminal of this size. Bytes pass unchanged ("raw"), nothing is
/// echoed, and the task's end can only be written to. Nobody gets it as controlling terminal, so it sends no
/// job-control signals. Nothing if the system has no more of them (or `device` is none): use a pipe then.
std::optional<std::array<int, 2>> make_output_terminal(const terminal_size& size, const char* device = "/dev/ptmx");

}  // namespace banyan::daemon
