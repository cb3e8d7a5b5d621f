// The life of `banyand keep`: it holds what must outlive a coordinator, and starts the coordinator again.
#pragma once

#include <string>

namespace banyan::daemon {

/// Makes the folder of the virtual machine `id`, its secret and its Unix-domain listeners, starts the coordinator and
/// waits for its end. A coordinator that is ended by a signal other than one that asks to end is started again, at most
/// 5 times in 60 s, and gets its descriptors (inherited.hpp) again. When it exits, or lets go before it is ended, the
/// virtual machine ends: all listeners are closed and all children killed. Returns the process's exit status: the
/// coordinator's. What prevents its start is one line on stderr.
int run_keeper(const std::string& id);

}  // namespace banyan::daemon
