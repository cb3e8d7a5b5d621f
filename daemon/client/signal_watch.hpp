// Catches the signals to a command that waits for a run, so that they can be sent to the run.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

namespace banyan::daemon {

/// While it exists, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 are blocked in the constructing thread and
/// the threads that it starts, and are passed to `take` in a separate thread. A second SIGINT is passed as SIGKILL. The
/// program exits 1.5 s after that SIGKILL, or 1.5 s after `grace` has passed since the first signal that asks to end;
/// the virtual machine then ends the run. With `report`, SIGQUIT calls it and does not ask to end, unless it comes
/// within 2 s of the SIGQUIT before.
class signal_watch {
  public:
    signal_watch(std::function<void(int signal)> take, std::function<void()> report, std::chrono::milliseconds grace);
    ~signal_watch();
    signal_watch(const signal_watch&) = delete;
    signal_watch& operator=(const signal_watch&) = delete;

  private:
    void start_thread();
    void watch();

    std::function<void(int)> take_;
    std::function<void()> report_;
    std::chrono::milliseconds grace_;
    sigset_t watched_{};
    sigset_t before_{};
    int signals_ = -1;
    int wake_[2] = {-1, -1};
    std::thread thread_;
};

}  // namespace banyan::daemon
