// What a blocked call waits for, and how it passes the time.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "libnet/base/doorbell.hpp"
#include "libnet/protocol/operation.hpp"
#include "libnet/runtime/wait_subject.hpp"

namespace banyan::net::detail {

/// One blocked call. Lives on the caller's stack; the mailbox's lock guards it.
struct waiter {
    /// Evaluated by any thread that holds the mailbox's lock; must not throw.
    const std::function<bool()>& done;
    deadline until;
    operation* detachable = nullptr;  ///< a send to be completed from a copy at `copy_at`
    deadline copy_at{};
    std::optional<doorbell> bell{};       ///< of a thread that follows: rung when done, or to take the lead
    bool rung = false;                    ///< because it is done
    wait_subject about{};                 ///< for reports
    deadline::clock::time_point since{};  ///< for reports: when it first looked at the clock

    /// When it must look at the clock at the latest.
    [[nodiscard]] deadline alarm() const { return std::min(until.when(), copy_at.when()); }
};

/// What the thread that makes progress does while nothing moves: looks again for `spin`, gives the core away for a
/// while where there is no spinning, then sleeps. After the first microseconds it also gives the core away between
/// looks: that costs little when nobody wants the core, and lets in whoever does, who may be the one to send. Pure: the
/// caller reads the clock.
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
