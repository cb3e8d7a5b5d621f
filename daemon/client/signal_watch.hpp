// Catches the signals to a command that waits for a run, so that they can be sent to the run.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <optional>
#include <thread>

namespace banyan::daemon {

/// While it exists, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 are blocked in the constructing thread and
/// the threads that it starts, and are passed to `take` in a separate thread. A second SIGINT is passed as SIGKILL. The
/// program exits 1.5 s after that SIGKILL, or 1.5 s after `grace` has passed since the first signal that asks to end;
/// the virtual machine then ends the run. With `report`, SIGQUIT calls it and does not ask to end, unless it comes
/// within 2 s of the SIGQUIT before.
///
/// If the constructing thread does not call handled() for a signal soon, it may be blocked in a system call, such as a
/// write to a pipe that is not read. Then it gets SIGURG, whose handler does nothing, until it has called handled(). So
/// the system call ends with EINTR or a short result.
class signal_watch {
  public:
    signal_watch(std::function<void(int signal)> take, std::function<void()> report, std::chrono::milliseconds grace);
    ~signal_watch();
    signal_watch(const signal_watch&) = delete;
    signal_watch& operator=(const signal_watch&) = delete;

    /// Called by the constructing thread when it has handled a signal that `take` got.
    void handled() { --unhandled_; }

  private:
    void start_thread();
    void watch();
    void pass(int signal);
    [[nodiscard]] int wait_ms() const;

    std::function<void(int)> take_;
    std::function<void()> report_;
    std::chrono::milliseconds grace_;
    sigset_t watched_{};
    sigset_t before_{};
    struct sigaction urgent_before_ {};
    const pthread_t maker_ = ::pthread_self();
    std::atomic<int> unhandled_{0};
    std::optional<std::chrono::steady_clock::time_point> until_;  // the time to exit; used by the thread
    int signals_ = -1;
    int wake_[2] = {-1, -1};
    std::thread thread_;
};

}  // namespace banyan::daemon
