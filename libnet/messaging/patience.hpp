// How a thread passes the time while nothing moves.
#pragma once

#include <chrono>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// What the thread that makes progress does while nothing moves: looks again for `spin`, gives the core away for a
/// while where there is no spinning, then sleeps. After the first microseconds it also gives the core away between
/// looks: that costs little when no other thread wants the core, and else lets in the one that may be to send. Pure:
/// the caller reads the clock.
class patience {
  public:
    enum class step : unsigned char { look, yield, sleep };

    explicit patience(std::chrono::microseconds spin) : spin_(spin) {}

    /// To be told after each round; true when the caller must read the clock and ask next().
    bool wants_clock(bool moved_any) {
        moved_ = moved_any;
        if (moved_any) refresh();
        return ++rounds_ % rounds_per_clock == 0 || (!moved_any && (spin_.count() == 0 || polite_));
    }
    [[nodiscard]] step next(deadline::clock::time_point now);
    /// After a sleep everything begins anew.
    void refresh() {
        idle_since_ = {};
        polite_ = false;
    }

  private:
    static constexpr unsigned rounds_per_clock = 32;
    static constexpr std::chrono::microseconds undivided{50};

    std::chrono::microseconds spin_;
    unsigned rounds_ = 0;
    bool moved_ = false;
    bool polite_ = false;                       // gives the core away after each look
    deadline::clock::time_point idle_since_{};  // as far as known
};

}  // namespace banyan::net::detail
