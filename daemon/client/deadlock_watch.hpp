// When a command asks the tasks of a quiet run what they wait for, and what it makes of the answers. Pure: the time
// comes from the caller.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "daemon/client/deadlock.hpp"

namespace banyan::daemon {

/// The tasks are asked when the run has written nothing for the quiet time, and again after 6, 60, 120, 180, ... times
/// this time. If an answer may be that of a deadlock, they are asked once more, up to a second later. A deadlock is
/// reported once. After that they are asked only if the run writes again.
class deadlock_watch {
  public:
    using clock = std::chrono::steady_clock;

    /// The run begins `now`. `quiet_time`: at least 1 ms; less counts as 1 ms.
    deadlock_watch(std::chrono::milliseconds quiet_time, clock::time_point now);

    /// The run has written something.
    void note_output(clock::time_point now);
    /// When to ask the tasks; nothing after a deadlock.
    [[nodiscard]] std::optional<clock::time_point> next() const { return next_; }
    /// The tasks have been asked.
    void note_request(clock::time_point now);
    /// Takes an answer. Returns the ranks of the cycle if it shows a deadlock, else nothing.
    std::vector<int> take(const std::vector<task_waits>& tasks, clock::time_point now);

  private:
    struct answer {
        std::vector<task_waits> tasks;
        clock::time_point at;
    };
    [[nodiscard]] clock::time_point regular() const;

    const std::chrono::milliseconds quiet_time_;
    clock::time_point quiet_since_;
    std::int64_t requests_ = 0;  // regular ones since quiet_since_
    std::optional<clock::time_point> next_;
    std::optional<answer> before_;  // it may be that of a deadlock
};

}  // namespace banyan::daemon
