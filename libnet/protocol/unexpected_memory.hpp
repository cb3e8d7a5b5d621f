// The memory of messages that no receive has taken. Counts it, limits the part that no credit covers, and reuses the
// memory of short messages. The matcher keeps the messages; incoming_messages owns their records.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "libnet/protocol/incoming.hpp"
#include "libnet/protocol/protocol_limits.hpp"
#include "libnet/protocol/spare_memory.hpp"

namespace banyan::net::detail {

class unexpected_memory {
  public:
    /// `extra_room_bytes`: the part of the cap that credit windows and rendezvous records of all peers do not use.
    explicit unexpected_memory(std::size_t extra_room_bytes) : extra_room_bytes_(extra_room_bytes) {}

    // --- all messages without a receive
    /// A message begins to wait for a receive, with its stored payload if it has one.
    void add(const incoming& message) { used_bytes_ += message.stored.size() + message_overhead_bytes; }
    /// A message that waits has stored its payload.
    void add_payload(const incoming& message) { used_bytes_ += message.stored.size(); }
    /// A receive takes a message that waited, or the message is dropped.
    void remove(const incoming& message) { used_bytes_ -= message.stored.size() + message_overhead_bytes; }
    /// Drops the payload of a message that continues to wait.
    void drop_payload(incoming& message) {
        used_bytes_ -= message.stored.size();
        message.stored = {};
        end_extra(message);
    }
    /// Stored payload and overhead of the messages that wait.
    [[nodiscard]] std::size_t used_bytes() const { return used_bytes_; }

    // --- those without credit: requested early (receives::pull), or sent by this task to itself
    /// True if a message of this task to itself has room.
    [[nodiscard]] bool has_own_room(std::size_t size_bytes) const {
        return extra_bytes_ + size_bytes + message_overhead_bytes <= extra_room_bytes_;
    }
    /// True if the payload of a rendezvous message has room. When nothing is stored without credit, a message of any
    /// length has room.
    [[nodiscard]] bool has_extra_room(std::size_t size_bytes) const {
        return extra_bytes_ == 0 || extra_bytes_ + size_bytes <= extra_room_bytes_;
    }
    /// Counts a stored message until end_extra(); for a message to this task itself also its record.
    void add_extra(incoming& message) {
        message.extra_bytes = message.stored.size() + (message.from ? 0 : message_overhead_bytes);
        extra_bytes_ += message.extra_bytes;
    }
    /// The message is not stored any more. Does nothing for a message that has not been counted.
    void end_extra(incoming& message) { extra_bytes_ -= std::exchange(message.extra_bytes, 0); }

    // --- memory to store messages in
    /// An empty vector for a payload of this size, with memory of an earlier one if the payload is short.
    std::vector<std::byte> take(std::size_t size_bytes) {
        return size_bytes > 0 && size_bytes <= spare_memory::longest_bytes ? spare_.take() : std::vector<std::byte>{};
    }
    /// Allocates nothing.
    void give_back(std::vector<std::byte>&& memory) noexcept { spare_.give_back(std::move(memory)); }

  private:
    const std::size_t extra_room_bytes_;
    std::size_t used_bytes_ = 0;
    std::size_t extra_bytes_ = 0;  // of messages without credit
    spare_memory spare_;
};

}  // namespace banyan::net::detail
