// The ends of tasks that the PVM service has reported and that the mailbox has not taken yet.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "libnet/base/event_descriptor.hpp"
#include "libnet/messaging/loss.hpp"

namespace banyan::pvm3 {

/// Any thread may use it. Never blocks.
class loss_queue {
  public:
    /// Throws net::error resource_limit if the system has no descriptor.
    loss_queue() = default;
    loss_queue(const loss_queue&) = delete;
    loss_queue& operator=(const loss_queue&) = delete;

    void add(std::uint32_t tid);
    std::optional<net::loss> take();
    /// Readable while a loss waits. Owned by this object.
    [[nodiscard]] int descriptor() const { return event_.number(); }

  private:
    std::mutex mutex_;
    std::deque<std::uint32_t> ended_;
    const net::detail::event_descriptor event_{"a descriptor for a PVM task"};
};

}  // namespace banyan::pvm3
