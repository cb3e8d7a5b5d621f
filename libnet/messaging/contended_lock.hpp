// The lock of a mailbox: one thread at a time, and the one that holds it for long can tell that others want it.
#pragma once

#include <atomic>
#include <chrono>

namespace banyan::net::detail {

/// A mutex for short holds. Uncontended it costs one atomic exchange each way and no call.
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
    /// Tries again and again until `until`; counts as a thread that wants the lock.
    bool try_lock_until(std::chrono::steady_clock::time_point until);
    void unlock() {
        if (state_.exchange(open, std::memory_order_release) == awaited) wake_one();
    }

    /// Other threads are waiting to lock. For the thread that holds the lock.
    [[nodiscard]] bool wanted() const { return wanted_.load(std::memory_order_relaxed) > 0; }
    /// Unlocks, lets waiting threads in, if there are any, and locks again.
    void give_way();

  private:
    static constexpr int open = 0, taken = 1, awaited = 2;  // awaited: taken, and a thread may sleep until it is not

    void lock_against_others();
    void wake_one();

    std::atomic<int> state_{open};
    std::atomic<int> wanted_{0};
};

}  // namespace banyan::net::detail
