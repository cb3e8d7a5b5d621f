// The receives of the program: which message each of them gets, where its payload goes, and how it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "libnet/protocol/protocol_parts.hpp"

namespace banyan::net::detail {

class receives {
  public:
    /// Borrows the parts.
    explicit receives(protocol_parts& parts)
        : name_(parts.name),
          completions_(parts.ends),
          output_(parts.output),
          ended_senders_(parts.ended),
          matcher_(parts.matching),
          unexpected_(parts.unexpected),
          incoming_(parts.incoming),
          outgoing_(parts.outgoing),
          revoked_(parts.revoked) {}

    // --- for the program, as in protocol
    void start(operation& op) {
        op.order = ++started_;
        match(op);
    }
    void start(operation& op, incoming& claimed);
    void withdraw(operation& op);
    void abandon(operation& op) noexcept;
    incoming* claim(const selector& from);
    void put_back(incoming& claimed);
    void pull(const selector& from, std::size_t offered_bytes);
    [[nodiscard]] std::optional<error> why_unmatchable(const selector& from) const;

    // --- for a message that a posted receive has matched
    /// Assigns the message to the receive that takes it; the payload goes directly into the buffer of the receive. If
    /// the message is too long, the receive fails at once, and the payload is discarded or not requested.
    void bind(incoming& message, operation& op);
    /// Copies a complete message to its receive.
    void hand_over(operation& op, const message_info& info, std::span<const std::byte> payload);

    // --- for any message
    /// Sends the answer to a rendezvous request. After a clear to send of 0 bytes no data frame follows: the message is
    /// empty, or its bytes are not wanted.
    void clear_to_send(incoming& message, std::uint64_t bytes);
    /// All bytes have arrived: completes the receive, if the message still has one, and returns the credit.
    void finish(incoming& message);
    /// The sender has withdrawn the message. The receive that had it takes another one, unless it receives a claimed
    /// message.
    void remove(incoming& message);

    /// All messages of the peer of this channel have arrived. Fails the receives that no message can match any more.
    void end_sender(channel& gone);
    /// Ends the receives of all revoked groups, and drops their messages. Claimed messages stay with their holders.
    void end_revoked();
    /// Drops a message that nothing refers to: answers its rendezvous request, or discards the rest of its bytes.
    void drop(incoming& message);

  private:
    void match(operation& op);
    bool fail_unmatchable(operation& op);
    void receive(operation& op, incoming& message);
    void receive_nothing(operation& op, incoming& message);
    void deliver_own(incoming& message);
    void ask_for(incoming& message);
    bool make_room(operation& op, const message_info& info);
    bool grow(operation& op, const message_info& info);
    void refuse(operation& op, const message_info& info, errc why);
    void offer(incoming& message);
    void take_another(operation& receive);
    void end_revoked(incoming& message, const error& why);
    void refuse_request(incoming& message);
    void drop_revoked(incoming& message);

    const task_naming& name_;
    completions& completions_;
    frame_output& output_;
    ended_senders& ended_senders_;
    matcher& matcher_;
    unexpected_memory& unexpected_;
    incoming_messages& incoming_;
    outgoing_messages& outgoing_;
    const revoked_contexts& revoked_;
    std::uint64_t started_ = 0;  // receives and claims
};

}  // namespace banyan::net::detail
