// Which signals ask a task to end, and leave it time to do so.
#pragma once

#include <csignal>

namespace banyan::daemon {

inline bool is_end_request(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

}  // namespace banyan::daemon
