// A task in the lists of a virtual machine.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

namespace wire {
class Task;
}

struct task_info {
    net::task_id task;
    int rank = 0;
    std::string host;
    int pid = 0;  ///< on its host
    std::string program;
    int run = 0;  ///< number of its run
};

task_info from_wire(const wire::Task& task);

}  // namespace banyan::daemon
