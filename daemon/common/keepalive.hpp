// How the processes of a virtual machine notice each other's silence.
#pragma once

#include <chrono>
#include <cstdint>

namespace banyan::daemon {

/// The coordinator asks each host daemon for a sign of life this often, and each process looks at others this often.
inline constexpr std::chrono::milliseconds keepalive_interval{500};

/// A process that is silent or stopped for longer is given up: with one more interval it is known within 6 s.
inline constexpr std::chrono::milliseconds keepalive_limit{5000};

/// Counts how long another process has been silent (or stopped), in ticks of this process's own timer. Time in which
/// this process did not run (SIGSTOP, a computer that sleeps) is one tick at most, and Asio hands out what has arrived
/// before it calls timers: after such a time a process whose sign of life waits to be read is not given up.
class silence_count {
  public:
    explicit silence_count(std::chrono::milliseconds limit = keepalive_limit) : limit_(limit / keepalive_interval) {}

    /// A sign of life.
    void heard() { ticks_ = 0; }
    /// Call it once per keepalive_interval. True when the silence has lasted longer than the limit.
    bool tick() { return ++ticks_ > limit_; }
    /// The same where each look tells by itself whether the other process is silent.
    bool tick(bool silent) {
        if (!silent) heard();
        return silent && tick();
    }

  private:
    std::int64_t limit_;
    std::int64_t ticks_ = 0;
};

}  // namespace banyan::daemon
