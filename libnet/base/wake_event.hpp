// How one thread wakes another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// Wakes one sleeping thread. A signal is kept until the next sleep. Any number of threads may signal; only one may
/// sleep.
class wake_event {
  public:
    void signal();
    /// Blocks until it is signalled or `until` has passed. Returns at once if it has been signalled since the last
    /// sleep.
    void sleep(deadline until);
    /// True if it has been signalled since the last sleep.
    [[nodiscard]] bool is_signalled() const { return signalled_.load(std::memory_order_acquire); }

  private:
    std::mutex mutex_;  // guards only the condition variable
    std::condition_variable condition_;
    std::atomic<bool> signalled_{false};
    std::atomic<bool> sleeping_{false};
};

}  // namespace banyan::net::detail
