// The parts of the task ids of PVM.
#pragma once

#include "banyan/net/ids.hpp"
#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

/// The number of the host of a task or of a daemon. Without the bits above the host part.
constexpr std::uint32_t host_of(tid id) {
    return net::task_id{id}.host_part();
}

/// The tid of a host's daemon.
constexpr tid daemon_tid(std::uint32_t host) {
    return net::task_id::make(host, 0).value;
}

constexpr bool has_host_form(tid id) {
    return host_of(id) != 0 && id == daemon_tid(host_of(id));
}

constexpr bool has_task_form(tid id) {
    const net::task_id parts{id};
    return parts.host_part() != 0 && parts.local_part() != 0 &&
           id == net::task_id::make(parts.host_part(), parts.local_part()).value;
}

}  // namespace banyan::daemon::pvm
