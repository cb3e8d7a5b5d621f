// The process id of the coordinator, stored as the target of a symbolic link in the folder of the virtual machine. It
// changes when the coordinator is restarted.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace banyan::daemon {

std::filesystem::path coordinator_pid_link(const std::filesystem::path& virtual_machine);

/// Replaces the link in one step. If this fails, commands do not notice that the coordinator is stopped.
void write_coordinator_pid(const std::filesystem::path& link, pid_t coordinator);

/// 0 if there is no such link.
pid_t read_coordinator_pid(const std::filesystem::path& link);

}  // namespace banyan::daemon
