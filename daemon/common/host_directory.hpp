// The folder of one host of a virtual machine: its daemon's socket for tasks and the tasks' sockets.
#pragma once

#include <cstdint>
#include <filesystem>

namespace banyan::daemon {

/// Its path in the virtual machine's folder.
std::filesystem::path host_directory(const std::filesystem::path& virtual_machine, std::uint32_t host_number);

/// The daemon's socket for tasks in it. Being the task's BANYAN_DAEMON, it is also the mark of virtual machine and host
/// in the environment of all that a task starts.
std::filesystem::path attach_socket(const std::filesystem::path& folder);

/// Creates it. Throws net::error launch_failed.
std::filesystem::path make_host_directory(const std::filesystem::path& virtual_machine, std::uint32_t host_number);

/// Removes it, and the virtual machine's folder if no process of the virtual machine is left. Does nothing where it is
/// gone.
void remove_host_directory(const std::filesystem::path& folder);

}  // namespace banyan::daemon
