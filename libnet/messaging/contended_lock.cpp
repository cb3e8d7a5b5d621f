#include "libnet/messaging/contended_lock.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace banyan::net::detail {
namespace {

constexpr int tries_before_sleep =
    100;  // a thread that makes progress releases the lock after each round, about every microsecond
constexpr int most_yields = 100;  // gives threads that want the lock and have no core the time to take it

static_assert(sizeof(std::atomic<int>) == sizeof(int) && std::atomic<int>::is_always_lock_free);

}  // namespace

void contended_lock::lock_against_others() {
    wanted_.fetch_add(1, std::memory_order_relaxed);
    bool mine = false;
    for (int i = 0; i < tries_before_sleep && !mine; ++i) {
        int expected = open;
        mine = state_.compare_exchange_weak(expected, taken, std::memory_order_acquire);
    }
    while (!mine && state_.exchange(awaited, std::memory_order_acquire) != open)
        (void)::syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, awaited, nullptr, nullptr, 0);
    wanted_.fetch_sub(1, std::memory_order_relaxed);
}

bool contended_lock::try_lock_until(std::chrono::steady_clock::time_point until) {
    wanted_.fetch_add(1, std::memory_order_relaxed);
    bool mine = try_lock();
    while (!mine && std::chrono::steady_clock::now() < until) {
        ::sched_yield();
        mine = try_lock();
    }
    wanted_.fetch_sub(1, std::memory_order_relaxed);
    return mine;
}

void contended_lock::wake_one() {
    (void)::syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

void contended_lock::yield() {
    unlock();
    ::sched_yield();
    for (int i = 1; i < most_yields && wanted(); ++i)
        ::sched_yield();
    lock();
}

}  // namespace banyan::net::detail
