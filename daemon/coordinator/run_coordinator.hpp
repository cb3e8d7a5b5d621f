// `banyand coordinator`.
#pragma once

#include <string>

namespace banyan::daemon {

/// Serves the virtual machine `id` until it ends, with the descriptors of its keeper (inherited.hpp). `restarts`
/// coordinators were killed before; `listeners` descriptors are for TCP. stdin is a pipe from the command that started
/// the virtual machine: when it closes, the virtual machine ends, unless the command has detached it. Writes "ready\n"
/// to stdout when commands can connect, or one line to stderr. Returns the exit status of the process.
int run_coordinator(const std::string& id, int restarts, int listeners);

}  // namespace banyan::daemon
