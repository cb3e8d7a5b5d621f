// Which task a host daemon's message is about. Pure.
#pragma once

#include "banyan/net/ids.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// task_id{} for a message that is about no task.
net::task_id reported_task(const wire::FromHost& message);

}  // namespace banyan::daemon
