// The report that a peer is lost.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// A task of the run that is lost.
struct loss {
    task_id task;
    std::string text;  ///< "rank 2 (task 40002) on host b: killed by signal 9 (SIGKILL)"
    bool host_lost = false;
    bool orderly = false;    ///< it left after its session had ended; an error only for receives that still wait for it
    bool link_only = false;  ///< it is alive and has closed its connection to this task; not a death
};

}  // namespace banyan::net
