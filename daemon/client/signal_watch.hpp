// Catches the signals that a user sends to a command that waits for a run, so that the run gets them instead.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

namespace banyan::daemon {

/// While it lives, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 are blocked in the constructing thread (and
/// those it starts) and handed to `take` in a thread of its own. A second SIGINT is handed over as SIGKILL. If this
/// program still lives 1.5 s after that, or after `grace` since the first signal that asks it to end, it exits at once;
/// its virtual machine then ends the run. With `report`, SIGQUIT calls that instead and does not ask to end, but for
/// one that comes within 2 s of the one before.
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
