// Connects to a service of this computer that belongs to the same user: the daemon of a task, or the service of PVM.
#pragma once

#include <string>

namespace banyan::net {

/// A blocking, close-on-exec descriptor connected to the Unix-domain socket at `path`. Blocks while the queue of the
/// listener is full. `who` begins the text of an error. Throws net::error attach_failed: nothing listens there, the
/// path is too long, the process has no descriptor left, or the listener belongs to another user.
[[nodiscard]] int connect_to_own_service(const std::string& path, const std::string& who);

}  // namespace banyan::net
