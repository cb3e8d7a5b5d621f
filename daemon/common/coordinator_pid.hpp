// The process id of a virtual machine's coordinator, which changes when it is started again: the target of a symbolic
// link in the virtual machine's folder.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace banyan::daemon {

std::filesystem::path coordinator_pid_link(const std::filesystem::path& virtual_machine);

/// Makes the link name this process, in one step. Where that fails, commands do not notice a stopped coordinator.
void write_coordinator_pid(const std::filesystem::path& link, pid_t coordinator);

/// 0 if there is no such link.
pid_t read_coordinator_pid(const std::filesystem::path& link);

}  // namespace banyan::daemon
