// How a run is asked to end.
#pragma once

#include <chrono>
#include <csignal>

namespace banyan::daemon {

/// The usual time between asking the tasks of a run to end and killing them.
inline constexpr std::chrono::seconds default_grace{5};

/// True for the signals that ask a run to end; others are for its tasks to understand.
constexpr bool asks_to_end(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

}  // namespace banyan::daemon
