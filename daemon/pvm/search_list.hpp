// Where PVM looks for the programs of spawned tasks, and for a debugger, if the host file says nothing else.
#pragma once

#include <string>
#include <vector>

namespace banyan::daemon::pvm {

/// For hosts on this computer: PVM_PATH, otherwise $HOME/pvm3/bin/$PVM_ARCH and $PVM_ROOT/bin/$PVM_ARCH.
std::string default_search_list();

/// For hosts on other computers: all of these, with the variables of the host.
std::string remote_search_list();

/// The program that starts another one under a debugger (PvmTaskDebug): `chosen`, or if that is empty $PVM_DEBUGGER or
/// $PVM_ROOT/lib/debugger, with the variables of the host. The first one that is an executable file is used.
std::vector<std::string> debugger_paths(const std::string& chosen);

}  // namespace banyan::daemon::pvm
