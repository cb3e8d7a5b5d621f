// News of a peer that is gone.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// A task of the run that is gone.
struct loss {
    task_id task;
    std::string text;  ///< "rank 2 (task 40002) on host b: killed by signal 9 (SIGKILL)"
    bool host_lost = false;
    bool orderly = false;    ///< it left after its session had ended; an error only for those who still wait for it
    bool link_only = false;  ///< it lives and has given up its connection to this task: no death
};

}  // namespace banyan::net
