// The PVM service of a virtual machine: one process that PVM programs enrol with (docs/architecture_pvm.md).
#pragma once

#include <string>

namespace banyan::daemon::pvm {

/// The socket of the service in the folder of the virtual machine.
inline constexpr const char* service_socket_name = "pvm.sock";

/// Serves until the virtual machine ends. Writes one byte to standard output when programs can enrol, and closes it.
/// The result is the exit status; errors go to standard error.
int run_pvm_service(const std::string& virtual_machine);

}  // namespace banyan::daemon::pvm
