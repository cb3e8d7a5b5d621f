// The folders where PVM looks for the programs of spawned tasks if the host file says nothing else.
#pragma once

#include <string>

namespace banyan::daemon::pvm {

/// For hosts on this computer: PVM_PATH, otherwise $HOME/pvm3/bin/$PVM_ARCH and $PVM_ROOT/bin/$PVM_ARCH.
std::string default_search_list();

/// For hosts on other computers: all of these, with the variables of the host.
std::string remote_search_list();

}  // namespace banyan::daemon::pvm
