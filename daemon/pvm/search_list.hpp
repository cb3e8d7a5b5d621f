// Where PVM looks for the programs of spawned tasks, and for a debugger, if the host file says nothing else.
#pragma once

#include <string>

namespace banyan::daemon::pvm {

/// For hosts on this computer: PVM_PATH, otherwise $HOME/pvm3/bin/$PVM_ARCH and $PVM_ROOT/bin/$PVM_ARCH.
std::string default_search_list();

/// For hosts on other computers: all of these, with the variables of the host.
std::string remote_search_list();

/// The program that starts another one under a debugger (PvmTaskDebug): `chosen`, else $PVM_DEBUGGER, else
/// $PVM_ROOT/lib/debugger. "" if it is not the path of an executable file.
std::string find_debugger(const std::string& chosen);

}  // namespace banyan::daemon::pvm
