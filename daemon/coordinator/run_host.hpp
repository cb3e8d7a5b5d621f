// What a run needs of a host.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

class run_host {
  public:
    virtual ~run_host() = default;
    [[nodiscard]] virtual net::host_id number() const = 0;
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// True for a host that the coordinator has started on its own computer, without ssh or a launcher.
    [[nodiscard]] virtual bool is_own_computer() const = 0;
    /// An id for one more task on this host.
    virtual net::task_id next_task() = 0;
    /// Queues a message to its daemon; nothing happens if the host is lost. Never blocks.
    virtual void send(const wire::ToHost& message) = 0;
};

}  // namespace banyan::daemon
