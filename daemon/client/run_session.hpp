// One run from the view of the command: start, output, input, signals, result.
#pragma once

#include "daemon/client/connection.hpp"

namespace banyan::daemon {

/// See virtual_machine::run().
run_result run_on(virtual_machine::connection& connection, const run_request& request, const output_handler& on_output);

}  // namespace banyan::daemon
