// Starts the PVM service of a virtual machine as a process of its own.
#pragma once

#include <string>

namespace banyan::daemon::pvm {

/// Returns when programs can enrol, also if the service was running already. Throws net::error launch_failed.
void start_service(const std::string& virtual_machine);

/// banyand pvm: the same for the virtual machine that runs this process (BANYAN_DAEMON), that BANYAN_VM names, or that
/// is the only one of this user. The result is the exit status.
int start_pvm_service();

}  // namespace banyan::daemon::pvm
