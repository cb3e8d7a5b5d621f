// The records of the messages that arrive or wait for a receive, and the memory of their payloads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

#include "libnet/base/object_pool.hpp"
#include "libnet/protocol/completions.hpp"
#include "libnet/protocol/frame_output.hpp"
#include "libnet/protocol/incoming.hpp"
#include "libnet/protocol/matcher.hpp"
#include "libnet/protocol/unexpected_memory.hpp"

namespace banyan::net::detail {

class incoming_messages {
  public:
    /// Borrows all its arguments. The matcher keeps the messages that wait.
    incoming_messages(completions& ends, frame_output& output, matcher& matching, unexpected_memory& unexpected)
        : completions_(ends), output_(output), matcher_(matching), unexpected_(unexpected) {}

    /// A new message, which comes after all earlier ones of its source and context.
    incoming& make(const message_info& info, context_id context) {
        incoming& message = records_.take();
        message.info = info;
        message.context = context;
        message.sequence = next_sequence_++;
        return message;
    }

    /// Calls f(incoming&) for each message. f may release it and others.
    template <class F>
    void for_each(F f) {
        records_.for_each(std::move(f));
    }

    // --- messages without a receive
    /// Provides memory for the payload of a message that waits for a receive. Throws errc::resource_limit if there is
    /// none; then the link to its source must be ended.
    void store(incoming& message);
    /// Like store(), for a message whose bytes have all arrived: they are copied once, and no zeros are written first.
    void store_whole(incoming& message, std::span<const std::byte> payload);
    /// The message waits for a receive.
    void keep_waiting(incoming& message) {
        unexpected_.add(message);
        matcher_.add_waiting(message);
    }
    /// The message does not wait any more.
    void take_waiting(incoming& message) {
        unexpected_.remove(message);
        matcher_.remove_waiting(message);
    }

    // --- the payload
    /// The place of the payload; empty for a message that no receive will take.
    static region_cursor<std::byte> place_of(incoming& message);
    /// What the stream does with the bytes of the payload that have not arrived.
    static payload_plan plan_for(incoming& message);

    /// Ends the record of a message that nothing refers to, and returns its credit.
    void release(incoming& message) noexcept;

    // --- the loss of a peer
    using sequence_of_context = std::unordered_map<context_id, std::uint64_t>;
    /// For each context, the sequence number of the peer's last message that has arrived completely.
    [[nodiscard]] sequence_of_context newest_complete(const channel& from);
    /// The peer is lost: ends all its messages that are not complete, in one pass and without allocating memory.
    /// `newest` is the result of newest_complete().
    void lose_all(channel& from, const sequence_of_context& newest);
    /// True if a later message of the same sender is complete and can still be received, possibly after its claim is
    /// dropped.
    [[nodiscard]] bool is_overtaken(const incoming& message);

  private:
    [[noreturn]] void refuse_to_store(incoming& message);
    void lose(incoming& message, bool overtaken);

    completions& completions_;
    frame_output& output_;
    matcher& matcher_;
    unexpected_memory& unexpected_;
    object_pool<incoming> records_;
    std::uint64_t next_sequence_ = 0;
};

}  // namespace banyan::net::detail
