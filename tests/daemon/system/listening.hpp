// Which TCP addresses a process listens on.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace banyan::testing {

/// "127.0.0.2:4711" of each listening socket of the process that is an IPv4 one.
std::vector<std::string> tcp_listeners(pid_t pid);

}  // namespace banyan::testing
