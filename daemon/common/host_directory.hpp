// The folder of one host of a virtual machine. It holds the socket where tasks attach and the sockets of the tasks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace banyan::daemon {

/// Its path in the folder of the virtual machine.
std::filesystem::path host_directory(const std::filesystem::path& virtual_machine, std::uint32_t host_number);

/// The path of the socket where tasks attach. It is the value of BANYAN_DAEMON, and so identifies the virtual
/// machine and the host in the environment of all descendants of a task.
std::filesystem::path attach_socket(const std::filesystem::path& folder);

/// Creates it. Throws net::error launch_failed.
std::filesystem::path make_host_directory(const std::filesystem::path& virtual_machine, std::uint32_t host_number);

/// Why no task can attach any more, if another program has removed the folder; otherwise "".
std::string removed_text(const std::filesystem::path& folder);

/// Removes it, and also the folder of the virtual machine if no process of it is left. Does nothing if it does not
/// exist.
void remove_host_directory(const std::filesystem::path& folder);

}  // namespace banyan::daemon
