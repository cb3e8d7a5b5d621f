// The task that a message of a host daemon is about. Pure.
#pragma once

#include "banyan/net/ids.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// task_id{} if the message is about no task.
net::task_id reported_task(const wire::FromHost& message);

}  // namespace banyan::daemon
