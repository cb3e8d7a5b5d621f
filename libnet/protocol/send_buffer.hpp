// The buffered sends of a task: messages whose send has returned, stored as copies until they have left. This class
// counts them and limits their memory. outgoing_messages owns their records.
#pragma once

#include <cstddef>
#include <vector>

#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/protocol_limits.hpp"

namespace banyan::net::detail {

class send_buffer {
  public:
    explicit send_buffer(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    /// True if a copy of this size has room. When the buffer is empty, a message of any length has room.
    [[nodiscard]] bool has_room(std::size_t size_bytes) const {
        return used_bytes_ == 0 || used_bytes_ + cost_of(size_bytes) <= limit_bytes_;
    }
    /// Makes a message a buffered send: from now on it refers to a copy of its payload, and not to its operation. The
    /// copy is in the empty `memory` if that is large enough. The caller checks has_room(). Throws std::bad_alloc or
    /// std::length_error before anything has changed.
    void keep(outgoing& message, std::vector<std::byte>&& memory = {});
    /// Like keep(), but returns false if there is no memory for the copy. Then nothing has changed.
    bool try_keep(outgoing& message);
    /// Counts a message that has lost its operation as a buffered send. It may have no copy.
    void adopt(outgoing& message) noexcept;
    /// A buffered send has left or has been dropped.
    void release(const outgoing& message) noexcept;

    /// Payload bytes of the buffered sends, plus the overhead of each.
    [[nodiscard]] std::size_t used_bytes() const { return used_bytes_; }
    /// True while a buffered send to another task has not left.
    [[nodiscard]] bool has_messages_to_others() const { return to_others_ > 0; }

  private:
    static std::size_t cost_of(std::size_t size_bytes) { return size_bytes + message_overhead_bytes; }
    static bool is_to_others(const outgoing& message) { return message.where != outgoing::stage::own; }

    const std::size_t limit_bytes_;
    std::size_t used_bytes_ = 0;
    std::size_t to_others_ = 0;  // buffered sends to other tasks
};

}  // namespace banyan::net::detail
