#include "libnet/pvm3/loss_queue.hpp"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "banyan/net/error.hpp"

namespace banyan::pvm3 {

loss_queue::loss_queue() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0) throw net::error(net::errc::resource_limit, "no descriptor for a PVM task (ulimit -n)");
}

loss_queue::~loss_queue() {
    ::close(descriptor_);
}

void loss_queue::add(std::uint32_t tid) {
    const std::lock_guard lock(mutex_);
    ended_.push_back(tid);
    const std::uint64_t one = 1;
    (void)!::write(descriptor_, &one, sizeof one);
}

std::optional<net::loss> loss_queue::take() {
    const std::lock_guard lock(mutex_);
    if (ended_.empty()) {
        std::uint64_t count = 0;
        (void)!::read(descriptor_, &count, sizeof count);
        return std::nullopt;
    }
    const net::task_id task{ended_.front()};
    ended_.pop_front();
    return net::loss{.task = task, .text = fmt::format("task t{:x} has ended", task.value), .orderly = true};
}

}  // namespace banyan::pvm3
