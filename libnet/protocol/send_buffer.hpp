// The buffered sends of a task: messages whose send has returned to the program, kept as copies until they have left.
// Counts them and bounds their memory; the records themselves belong to the protocol.
#pragma once

#include <cstddef>
#include <vector>

#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/protocol_limits.hpp"

namespace banyan::net::detail {

class send_buffer {
  public:
    explicit send_buffer(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    /// True if a copy of this size has room. One message of any length has room where there is no other.
    [[nodiscard]] bool has_room(std::size_t size_bytes) const {
        return used_bytes_ == 0 || used_bytes_ + cost_of(size_bytes) <= limit_bytes_;
    }
    /// Makes a message a buffered send: it views a copy of its payload from now on, and its operation is done with. The
    /// copy is in the empty `memory` if that is large enough. Whether there is room is the caller's to ask. Throws
    /// std::bad_alloc or std::length_error, and then nothing has changed.
    void keep(outgoing& message, std::vector<std::byte>&& memory = {});
    /// Like keep(); false, and nothing has changed, if there is no memory for the copy.
    bool try_keep(outgoing& message);
    /// Counts a message that has lost its operation, as it stands: without a copy, if it has none.
    void adopt(outgoing& message) noexcept;
    /// A buffered send has left, or is given up.
    void release(const outgoing& message) noexcept;

    /// Payload of the buffered sends, and the overhead of each.
    [[nodiscard]] std::size_t used_bytes() const { return used_bytes_; }
    /// True while one of them is on its way to another task.
    [[nodiscard]] bool has_messages_to_others() const { return to_others_ > 0; }

  private:
    static std::size_t cost_of(std::size_t size_bytes) { return size_bytes + message_overhead_bytes; }
    static bool is_to_others(const outgoing& message) { return message.where != outgoing::stage::own; }

    const std::size_t limit_bytes_;
    std::size_t used_bytes_ = 0;
    std::size_t to_others_ = 0;  // buffered sends to other tasks
};

}  // namespace banyan::net::detail
