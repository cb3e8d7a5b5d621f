// The PVM service of a virtual machine: one process that PVM programs enrol with (docs/architecture_pvm.md).
#pragma once

#include <string>

namespace banyan::daemon::pvm {

/// Serves until the virtual machine ends. The coordinator starts it. Programs can enrol when the socket exists. The
/// result is the exit status; errors go to the log.
int run_pvm_service(const std::string& virtual_machine);

}  // namespace banyan::daemon::pvm
