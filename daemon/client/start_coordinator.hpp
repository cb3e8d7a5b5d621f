// Starting a virtual machine's coordinator, and finding the ones that run.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace banyan::daemon {

/// A coordinator that this process has started, through its keeper.
struct started_coordinator {
    std::string id;
    pid_t keeper = 0;              ///< the process that this one has started
    int owner = -1;                ///< while it is open the virtual machine lives
    std::filesystem::path link{};  ///< names the coordinator (daemon/common/coordinator_pid.hpp)
};

/// Returns when this process can connect to first_socket(). Throws net::error launch_failed.
started_coordinator start_coordinator(bool is_private);

/// Waits until coordinator and keeper have ended; kills both when it takes too long or one is stopped. Closes the
/// owner's descriptor first. Returns the keeper's status as of waitpid().
int end_coordinator(started_coordinator& started);

/// The virtual machine to use: BANYAN_VM, else the only one of this user; "" if none runs. Removes what dead virtual
/// machines left. Throws net::error invalid_argument.
std::string find_virtual_machine();

}  // namespace banyan::daemon
