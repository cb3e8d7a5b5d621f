// Properties of this process that the programs it starts inherit.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace banyan::daemon {

/// The environment, one "NAME=value" each, in the order of the system.
std::vector<std::string> own_environment();

/// The umask. It is read from /proc. If /proc does not show it, it is changed for a moment, for all threads.
mode_t own_umask();

}  // namespace banyan::daemon
