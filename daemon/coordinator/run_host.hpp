// The interface of a host that a run uses.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"
#include "daemon/coordinator/run_speeds.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

class run_host {
  public:
    virtual ~run_host() = default;
    [[nodiscard]] virtual net::host_id number() const = 0;
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// True if the coordinator has started the host daemon on its own computer, without ssh or a launcher.
    [[nodiscard]] virtual bool is_own_computer() const = 0;
    [[nodiscard]] virtual host_speed speed() const = 0;
    /// The id of a new task on this host. May throw net::error resource_limit.
    virtual net::task_id next_task() = 0;
    /// Queues a message to the host daemon. Does nothing if the host is lost. Never blocks.
    virtual void send(const wire::ToHost& message) = 0;
};

}  // namespace banyan::daemon
