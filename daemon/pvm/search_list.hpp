// Where PVM looks for the programs of spawned tasks, and for a debugger, if the host file says nothing else.
#pragma once

#include <string>
#include <vector>

#include "daemon/pvm/pvm_host_file.hpp"
#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

/// For hosts on this computer: PVM_PATH, otherwise $HOME/pvm3/bin/$PVM_ARCH and $PVM_ROOT/bin/$PVM_ARCH.
std::string default_search_list();

/// For hosts on other computers: all of these, with the variables of the host.
std::string remote_search_list();

/// Where the program of a task is looked for: ep= of its host or the default, then the fallback folders.
std::string search_list_of(const start_order& order, const pvm_host& host, bool is_on_another_computer);

/// The program that starts another one under a debugger (PvmTaskDebug): `chosen`, or if that is empty $PVM_DEBUGGER or
/// $PVM_ROOT/lib/debugger, with the variables of the host. The first one that is an executable file is used.
std::vector<std::string> debugger_paths(const std::string& chosen);

}  // namespace banyan::daemon::pvm
