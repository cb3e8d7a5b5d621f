#include "libnet/pvm3/loss_queue.hpp"

#include <fmt/format.h>

namespace banyan::pvm3 {

void loss_queue::add(std::uint32_t tid) {
    const std::lock_guard lock(mutex_);
    ended_.push_back(tid);
    event_.set();
}

std::optional<net::loss> loss_queue::take() {
    const std::lock_guard lock(mutex_);
    if (ended_.empty()) {
        event_.clear();
        return std::nullopt;
    }
    const net::task_id task{ended_.front()};
    ended_.pop_front();
    return net::loss{.task = task, .text = fmt::format("task t{:x} has ended", task.value), .orderly = true};
}

}  // namespace banyan::pvm3
