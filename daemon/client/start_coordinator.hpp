// Starting a machine's coordinator, and finding the ones that run.
#pragma once

#include <sys/types.h>

#include <string>

namespace banyan::daemon {

/// A coordinator that this process has started.
struct started_coordinator {
    std::string id;
    pid_t pid = 0;
    int owner = -1;  ///< while it is open the machine lives
};

/// Returns when this process can connect to first_socket(). Throws net::error launch_failed.
started_coordinator start_coordinator(bool is_private);

/// Waits until the coordinator has ended; kills it when it takes too long or is stopped. Closes the owner's descriptor
/// first. Returns the status as of waitpid().
int end_coordinator(started_coordinator& coordinator);

/// The machine to use: BANYAN_VM, else the only one of this user; "" if none runs. Removes what dead machines left.
/// Throws net::error invalid_argument.
std::string find_machine();

}  // namespace banyan::daemon
