// The signals that ask a run or a daemon to end.
#pragma once

#include <chrono>
#include <csignal>

namespace banyan::daemon {

/// The default time between asking the tasks of a run to end and killing them.
inline constexpr std::chrono::seconds default_grace{5};

/// True for the signals that ask a run to end. All others are only passed to its tasks.
constexpr bool asks_to_end(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

/// Blocks or unblocks (SIG_BLOCK, SIG_UNBLOCK) the signals that ask a daemon to end: SIGTERM, SIGINT and SIGHUP. They
/// must not interrupt a daemon that is ending its remaining processes.
void mask_end_signals(int how);

/// Unblocks these signals while it exists. Blocked before and after, they do not interrupt a daemon that cleans up.
class end_signals_unblocked {
  public:
    end_signals_unblocked() { mask_end_signals(SIG_UNBLOCK); }
    ~end_signals_unblocked() { mask_end_signals(SIG_BLOCK); }
    end_signals_unblocked(const end_signals_unblocked&) = delete;
    end_signals_unblocked& operator=(const end_signals_unblocked&) = delete;
};

}  // namespace banyan::daemon
