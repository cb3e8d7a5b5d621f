// A task as the lists of a virtual machine show it.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

namespace wire {
class Task;
}

/// A task alive in a virtual machine.
struct task_info {
    net::task_id task;
    int rank = 0;
    std::string host;
    int pid = 0;  ///< on its host
    std::string program;
    int run = 0;  ///< number of its run; tasks with the same one belong together
};

task_info from_wire(const wire::Task& task);

}  // namespace banyan::daemon
