// The ids of coordinator, PVM service and host daemons in the handshake, in the form of task ids.
#pragma once

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// No host has the number 0.
inline constexpr net::task_id coordinator_id = net::task_id::make(0, 1);
inline constexpr net::task_id pvm_service_id = net::task_id::make(0, 2);

/// No task has the local part 0.
constexpr net::task_id host_daemon_id(std::uint32_t host_number) {
    return net::task_id::make(host_number, 0);
}

}  // namespace banyan::daemon
