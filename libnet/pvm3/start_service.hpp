// Starts the PVM service of this user's running virtual machine.
#pragma once

#include <string>
#include <vector>

namespace banyan::pvm3 {

/// Runs `banyand pvm`, found by PATH or where Banyan is installed, which returns when programs can enrol. Returns false
/// if there is no such program or no virtual machine. Blocks.
bool start_service();
/// Runs `banyan pvmd` with these arguments, which starts a virtual machine and its PVM service. Returns false if that
/// fails; the program says why on standard error.
bool start_virtual_machine(const std::vector<std::string>& arguments);

}  // namespace banyan::pvm3
