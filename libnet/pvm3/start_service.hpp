// Starts the PVM service of this user's running virtual machine.
#pragma once

namespace banyan::pvm3 {

/// Runs `banyand pvm`, found by PATH or where Banyan is installed, which returns when programs can enrol. Returns false
/// if there is no such program or no virtual machine. Blocks.
bool start_service();
/// Runs `banyan pvmd`, which starts a virtual machine of this computer and its PVM service. Returns false if that
/// fails.
bool start_virtual_machine();

}  // namespace banyan::pvm3
