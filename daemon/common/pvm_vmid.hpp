// The variable PVM_VMID: with different values, a user has several virtual machines for PVM. The value is stored as the
// target of a symbolic link in the folder of the virtual machine.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::daemon {

/// The value in the environment of this process; "" if it is not set.
std::string own_vmid();

/// Stores own_vmid() in the folder of a new virtual machine, unless it is "". Throws net::error launch_failed.
void store_own_vmid(const std::filesystem::path& virtual_machine);

/// The value with which the virtual machine was started; "" if there was none.
std::string vmid_of(const std::filesystem::path& virtual_machine);

}  // namespace banyan::daemon
