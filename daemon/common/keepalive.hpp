// How the processes of a virtual machine notice that another one does not answer.
#pragma once

#include <chrono>
#include <cstdint>

namespace banyan::daemon {

/// The interval at which the coordinator sends a ping to each host daemon and each process checks the others.
inline constexpr std::chrono::milliseconds keepalive_interval{500};

/// A process that does not answer or is stopped for longer counts as lost. With one more interval this takes less than
/// 6 s.
inline constexpr std::chrono::milliseconds keepalive_limit{5000};

/// A process that has not answered for this time is shown as silent. It may still answer.
inline constexpr std::chrono::milliseconds shown_silence{2000};

/// Counts how long another process has been silent or stopped, in ticks of a timer of this process. Time in which this
/// process did not run (SIGSTOP, a sleeping computer) counts as one tick at most. Asio delivers received messages
/// before it calls timers, so a process whose answer waits to be read does not count as lost.
class silence_count {
  public:
    explicit silence_count(std::chrono::milliseconds limit = keepalive_limit) : limit_(limit / keepalive_interval) {}

    /// The other process has answered.
    void heard() { ticks_ = 0; }
    /// Call it once per keepalive_interval. True if the silence has lasted longer than the limit.
    bool tick() { return ++ticks_ > limit_; }
    /// The same for a check that shows each time whether the other process is silent.
    bool tick(bool silent) {
        if (!silent) heard();
        return silent && tick();
    }

    /// True if the silence has lasted for shown_silence.
    [[nodiscard]] bool is_silent() const { return ticks_ > shown_silence / keepalive_interval; }

  private:
    std::int64_t limit_;
    std::int64_t ticks_ = 0;
};

}  // namespace banyan::daemon
