// Measures the speeds of the hosts of a virtual machine, which stores them for its runs.
#pragma once

#include "daemon/client/virtual_machine.hpp"

namespace banyan::tools {

/// Measures all hosts at once, one task on each slot, and stores the result in the virtual machine. Shows progress, and
/// warns of hosts on which other programs compute. Blocks for some seconds. Throws as advisor::run_probe() and
/// virtual_machine::keep_speeds().
void measure_and_keep_speeds(daemon::virtual_machine& virtual_machine);

}  // namespace banyan::tools
