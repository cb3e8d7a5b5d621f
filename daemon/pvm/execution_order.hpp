// The order of a resource manager to start processes on a host: the message SM_EXEC of PVM 3.4. Pure.
#pragma once

#include <optional>

#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::daemon::pvm {

struct execution_order {
    int parent = 0;           ///< the tid of the task that spawns, as the manager names it
    pvm3::wire::Spawn spawn;  ///< its settings come from the message and from variables of its environment
};

/// Reads the parent, program, flags, number of processes, arguments, settings and environment. Nothing if the message
/// is not complete, has no program or orders fewer than one process.
std::optional<execution_order> read_execution_order(const pvm3::wire::Message& order);

}  // namespace banyan::daemon::pvm
