// Starts the coordinator of a new virtual machine, and finds running virtual machines.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace banyan::daemon {

/// A coordinator whose keeper this process has started.
struct started_coordinator {
    std::string id;
    pid_t keeper = 0;              ///< process id of the keeper
    int owner = -1;                ///< pipe to the coordinator; the virtual machine ends when it closes
    std::filesystem::path link{};  ///< names the coordinator (daemon/common/coordinator_pid.hpp)
};

/// Returns when this process can connect to first_socket(). Throws net::error launch_failed.
started_coordinator start_coordinator(bool is_private);

/// Closes `owner` and waits until coordinator and keeper have ended. Kills both if it takes too long or one of them is
/// stopped. Returns the wait status of the keeper.
int end_coordinator(started_coordinator& started);

/// The ids of the public virtual machines of this user that were started with the PVM_VMID of this process (or without
/// one, as this process), sorted. Removes the folders of dead virtual machines.
std::vector<std::string> running_virtual_machines();

/// The id of the virtual machine to use: BANYAN_VM, else the only one of running_virtual_machines(), else "". Removes
/// the folders of dead virtual machines. Throws net::error invalid_argument.
std::string find_virtual_machine();

}  // namespace banyan::daemon
