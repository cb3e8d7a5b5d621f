// The sends of the program to other tasks: the messages to a peer leave in order, eagerly or by rendezvous, as far as
// credit suffices. A send can end before its message leaves, from a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libnet/protocol/protocol_parts.hpp"

namespace banyan::net::detail {

class sends {
  public:
    /// Borrows the parts.
    sends(protocol_parts& parts, const protocol_limits& limits)
        : eager_limit_bytes_(limits.eager_limit_bytes),
          most_rendezvous_(most_rendezvous_of(limits)),
          name_(parts.name),
          completions_(parts.ends),
          channels_(parts.channels),
          output_(parts.output),
          outgoing_(parts.outgoing),
          revoked_(parts.revoked) {}

    // --- for the program, as in protocol. Only start() and has_room() are limited to sends to other tasks.
    void start(operation& op);
    [[nodiscard]] bool has_room(const operation& send) const;
    [[nodiscard]] bool is_behind_buffered_sends(const operation& send) const;
    [[nodiscard]] bool awaits_rendezvous(const operation& send) const;
    void send_rendezvous_requests();
    void keep(operation& send, std::vector<std::byte>&& memory);
    bool detach(operation& send);
    /// No more sends will be started.
    void end_sending();

    // --- for the peers
    /// Queues waiting messages in the stream, in order, as far as credit suffices.
    void queue_waiting(channel& to);
    /// Throws errc::protocol_violation if the frame names no message of this task.
    void on_clear_to_send(channel& from, const wire::frame_header& header);
    /// The peer accepts no more messages.
    void on_goodbye(channel& from);
    /// The peer is lost: ends all messages to it. Allocates no memory.
    void drop_all(channel& to, const error& why) noexcept;

  private:
    bool refuse(const channel& to, operation& op);
    bool send_copy(channel& to, operation& op);
    [[nodiscard]] bool is_eager(const channel& to, context_id context, std::uint64_t size) const;
    [[nodiscard]] bool leaves_now(const channel& to, context_id context, std::uint64_t size) const;
    bool dispatch(channel& to, outgoing& message);
    void pop_waiting(channel& to);
    [[nodiscard]] bool may_send_request(const channel& to) const;
    void send_request(channel& to, outgoing& message);
    void send_requests_to(channel& to);
    void send_last_sent(channel& to);
    void drop_unsent(channel& to, const error& why) noexcept;

    const std::size_t eager_limit_bytes_;
    const std::size_t most_rendezvous_;  // buffered sends by rendezvous that may wait at one peer
    const task_naming& name_;
    completions& completions_;
    channel_table& channels_;
    frame_output& output_;
    outgoing_messages& outgoing_;
    const revoked_contexts& revoked_;
    std::uint64_t next_token_ = 1;
    bool ending_ = false;  // no more sends will be started
};

}  // namespace banyan::net::detail
