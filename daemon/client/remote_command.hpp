// What ssh gives to the login shell of a host.
#pragma once

#include <string>

namespace banyan::daemon {

/// A command line that starts the daemon: the program at this path if the host has it, else banyand of its PATH.
/// Means the same to every login shell (sh, bash, zsh, csh, tcsh, fish), whatever bytes the path has.
std::string remote_command(const std::string& banyand);

}  // namespace banyan::daemon
