// The command that ssh passes to the login shell of a host.
#pragma once

#include <string>

namespace banyan::daemon {

/// A command line that starts the daemon: the program at this path if the host has it, else banyand from its PATH. All
/// login shells (sh, bash, zsh, csh, tcsh, fish) interpret it in the same way, whatever bytes the path has. `role`: the
/// argument of the program.
std::string remote_command(const std::string& banyand, const std::string& role = "host");

/// The same for a path in which sh on the host replaces each $NAME by its variable, whatever other bytes the path has.
std::string remote_command_with_variables(const std::string& banyand, const std::string& role = "host");

}  // namespace banyan::daemon
