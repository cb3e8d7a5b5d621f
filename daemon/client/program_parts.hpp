// A run's program, arguments and environment, cut into messages of the control plane.
#pragma once

#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// `own_environment`: "NAME=value" as in environ. Its BANYAN_ settings and the variables of the request hold on all
/// hosts; what tells a task who it is belongs to each task, and is left out. At least one part.
/// Throws net::error invalid_argument for a variable that cannot be passed on, and too_large for a text that no system
/// executes.
std::vector<wire::ProgramPart> program_parts(const run_request& request,
                                             const std::vector<std::string>& own_environment);

}  // namespace banyan::daemon
