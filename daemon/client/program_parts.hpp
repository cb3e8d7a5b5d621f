// Divides the program, arguments and environment of a run into messages.
#pragma once

#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// `own_environment` has "NAME=value" texts as in environ. Its BANYAN_ settings and the variables of the request apply
/// on all hosts. Variables that are set for each task are left out. Returns at least one part. Throws net::error
/// invalid_argument for a variable that cannot be passed on, and too_large for a text that no system executes.
std::vector<wire::ProgramPart> program_parts(const run_request& request,
                                             const std::vector<std::string>& own_environment);

}  // namespace banyan::daemon
