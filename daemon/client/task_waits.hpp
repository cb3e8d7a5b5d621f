// What the tasks of a virtual machine wait for, as `banyan ps --waits` shows it.
#pragma once

#include <functional>
#include <vector>

#include "daemon/client/task_info.hpp"
#include "libnet/messaging/wait_report.hpp"

namespace banyan::daemon {

namespace wire {
class Waits;
}

struct task_waits {
    enum class answer {
        answered,
        silent,        ///< no answer within a second: the task computes or is stopped
        not_attached,  ///< it has no session yet, or has closed it
        attaching      ///< it waits for other tasks of its run to attach
    };
    task_info task;
    answer what = answer::silent;
    net::detail::wait_snapshot seen;  ///< only if it has answered
};
using waits_handler = std::function<void(const std::vector<task_waits>&)>;
/// Gets the tasks of a run that have not ended, and the ranks of a cycle (wait_graph.hpp).
using deadlock_handler = std::function<void(const std::vector<task_waits>& tasks, const std::vector<int>& cycle)>;

std::vector<task_waits> from_wire(const wire::Waits& waits);

}  // namespace banyan::daemon
