// How one thread wakes another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// Wakes one sleeping thread; rings are remembered until the next sleep. Any number of threads may ring, one sleeps.
class doorbell {
  public:
    void ring();
    /// Blocks until it rings (at once if it has rung since the last sleep) or `until` has passed.
    void sleep(deadline until);
    /// True if it has rung since the last sleep.
    [[nodiscard]] bool rung() const { return rung_.load(std::memory_order_acquire); }

  private:
    std::mutex mutex_;  // guards the condition only
    std::condition_variable condition_;
    std::atomic<bool> rung_{false};
    std::atomic<bool> sleeping_{false};
};

}  // namespace banyan::net::detail
