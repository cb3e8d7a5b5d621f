// The task ids under which coordinator and host daemons authenticate.
#pragma once

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// Host part 0 belongs to no host.
inline constexpr net::task_id coordinator_id = net::task_id::make(0, 1);

/// Local part 0 belongs to no task.
constexpr net::task_id host_daemon_id(std::uint32_t host_number) {
    return net::task_id::make(host_number, 0);
}

}  // namespace banyan::daemon
