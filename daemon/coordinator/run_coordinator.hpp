// The life of `banyand coordinator`.
#pragma once

#include <string>

namespace banyan::daemon {

/// Serves the virtual machine `id` until it ends, with the descriptors that its keeper has opened (inherited.hpp) after
/// `restarts` coordinators that were ended by a signal, with `listeners` for TCP. stdin belongs to the client that
/// started it: when that closes, the virtual machine ends, unless the client has asked to keep it. Writes "ready\n" to
/// stdout once clients may connect, or one line to stderr. Returns the process's exit status.
int run_coordinator(const std::string& id, int restarts, int listeners);

}  // namespace banyan::daemon
