// What a thread does while no bytes move.
#pragma once

#include <chrono>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// Decides what the thread that makes progress does while nothing moves: it polls again for `spin`, yields its core for
/// a while if spinning is off, and then sleeps. After 50 us it also yields between polls. That costs little if no other
/// thread wants the core; otherwise it lets that thread, which may be the sender, run. Pure: the caller reads the
/// clock.
class idle_policy {
  public:
    enum class step : unsigned char { poll, yield, sleep };

    explicit idle_policy(std::chrono::microseconds spin) : spin_(spin) {}

    /// Call it after each round; true when the caller must read the clock and call next().
    bool wants_clock(bool moved_any) {
        moved_ = moved_any;
        if (moved_any) refresh();
        return ++rounds_ % rounds_per_clock == 0 || (!moved_any && (spin_.count() == 0 || yields_));
    }
    [[nodiscard]] step next(deadline::clock::time_point now);
    /// Starts again, as after a sleep.
    void refresh() {
        idle_since_ = {};
        yields_ = false;
    }

  private:
    static constexpr unsigned rounds_per_clock = 32;
    static constexpr std::chrono::microseconds without_yield{50};

    std::chrono::microseconds spin_;
    unsigned rounds_ = 0;
    bool moved_ = false;
    bool yields_ = false;                       // yields after each poll
    deadline::clock::time_point idle_since_{};  // the earliest known time
};

}  // namespace banyan::net::detail
