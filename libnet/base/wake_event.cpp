#include "libnet/base/wake_event.hpp"

namespace banyan::net::detail {

void wake_event::signal() {
    signalled_.store(true, std::memory_order_seq_cst);
    if (!sleeping_.load(std::memory_order_seq_cst)) return;
    const std::lock_guard lock(mutex_);
    condition_.notify_one();
}

void wake_event::sleep(deadline until) {
    std::unique_lock lock(mutex_);
    sleeping_.store(true, std::memory_order_seq_cst);
    const auto woken = [&] { return signalled_.load(std::memory_order_seq_cst); };
    if (until.is_never())
        condition_.wait(lock, woken);
    else
        condition_.wait_until(lock, until.when(), woken);
    sleeping_.store(false, std::memory_order_relaxed);
    signalled_.store(false, std::memory_order_seq_cst);
}

}  // namespace banyan::net::detail
