// Starts the PVM service of a virtual machine as a process of its own.
#pragma once

#include <string>

namespace banyan::daemon::pvm {

/// Asks the coordinator for it. Returns when programs can enrol, also if the service was running already. Throws
/// net::error.
void start_service(const std::string& virtual_machine_id);

/// banyand pvm: the same for the virtual machine that runs this process (BANYAN_DAEMON), that BANYAN_VM names, or that
/// is the only one of this user. The result is the exit status.
int start_pvm_service();

}  // namespace banyan::daemon::pvm
