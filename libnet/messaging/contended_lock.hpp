// The lock of a mailbox. A thread that holds it can see that others want it.
#pragma once

#include <atomic>
#include <chrono>

namespace banyan::net::detail {

/// A mutex that is held for short times. Without contention, lock and unlock cost one atomic exchange each and no call.
class contended_lock {
  public:
    void lock() {
        int expected = open;
        if (!state_.compare_exchange_strong(expected, taken, std::memory_order_acquire)) lock_against_others();
    }
    bool try_lock() {
        int expected = open;
        return state_.compare_exchange_strong(expected, taken, std::memory_order_acquire);
    }
    /// Tries until `until`. Meanwhile the thread counts as one that wants the lock.
    bool try_lock_until(std::chrono::steady_clock::time_point until);
    void unlock() {
        if (state_.exchange(open, std::memory_order_release) == awaited) wake_one();
    }

    /// True if other threads wait to lock. For the thread that holds the lock.
    [[nodiscard]] bool wanted() const { return wanted_.load(std::memory_order_relaxed) > 0; }
    /// Unlocks, lets waiting threads in, and locks again.
    void yield();

  private:
    static constexpr int open = 0, taken = 1,
                         awaited = 2;  // awaited: taken, and a thread may sleep until it is released

    void lock_against_others();
    void wake_one();

    std::atomic<int> state_{open};
    std::atomic<int> wanted_{0};
};

}  // namespace banyan::net::detail
