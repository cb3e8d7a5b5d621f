// Finds the TCP addresses on which a process listens.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace banyan::testing {

/// The addresses of the process's listening IPv4 sockets, such as "127.0.0.2:4711".
std::vector<std::string> tcp_listeners(pid_t pid);

}  // namespace banyan::testing
