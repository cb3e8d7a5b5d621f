// `banyand keep`: holds what must outlive a coordinator, and restarts the coordinator.
#pragma once

#include <string>

namespace banyan::daemon {

/// Makes the folder of the virtual machine `id`, the secret and the Unix-domain listeners, starts the coordinator and
/// waits for its end. If a signal that does not ask to end kills the coordinator, a new one is started with the same
/// descriptors (inherited.hpp), at most 5 times in 60 s. If the coordinator exits, or has sent keeper_message::ending
/// before it is killed, the virtual machine ends: all listeners are closed and all children are killed. Returns the
/// exit status of the process, which is that of the coordinator. If the start fails, one line on stderr says why.
int run_keeper(const std::string& id);

}  // namespace banyan::daemon
