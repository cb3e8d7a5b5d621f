// The protocol of a task without I/O. Its input is operations of the program and bytes of the peers; its output is
// completed operations and bytes for the peers. docs/architecture.md describes the steps of a message.
//
// Thread rule: one thread at a time, the holder of the mailbox's lock. It never blocks.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libnet/protocol/message_arrivals.hpp"
#include "libnet/protocol/protocol_parts.hpp"
#include "libnet/protocol/receives.hpp"
#include "libnet/protocol/revocation.hpp"
#include "libnet/protocol/self_messages.hpp"
#include "libnet/protocol/send_withdrawal.hpp"
#include "libnet/protocol/sends.hpp"

namespace banyan::net::detail {

class protocol final : private frame_handler {
  public:
    /// `name` is used in error texts.
    protocol(task_id self, const protocol_limits& limits, task_naming name = number_of);

    /// Records the messages from now on; nullptr: no more. The recorder must outlive its use.
    void use_trace(tracing::recorder* trace) { parts_.ends.use_trace(trace); }

    // --- for the program
    /// Starts a send or receive, which may be done on return. The operation must live until it is done or withdrawn.
    void start(operation& op);
    /// Starts the receive of a claimed message. The claim ends when the receive is done.
    void start(operation& receive, incoming& claimed) { receives_.start(receive, claimed); }
    /// Withdraws an operation that is not done. A receive is taken out of the queue; a message that it has matched goes
    /// to the next receive. A send in the queue is removed. A send that is leaving, or whose rendezvous request has
    /// been sent, continues from a copy if the send buffer has room for it or a part of it has been written; otherwise
    /// it is retracted. Throws std::bad_alloc if there is no memory for data under way; then only peer_lost() can end
    /// the operation.
    void withdraw(operation& op);
    /// Like withdraw(), and ends the operation. Returns true and fails it with errc::cancelled if it will have no
    /// effect. A receive whose buffer is too short for its message may have failed already. Returns false if the
    /// operation was done, or if a send continues from a copy and has therefore succeeded.
    bool cancel(operation& op);
    /// Abandons an operation for which withdraw() threw std::bad_alloc. Allocates no memory. Until peer_lost() no byte
    /// may be moved on the link to its peer.
    void abandon(operation& op) noexcept;
    /// True if an earlier buffered send waits for the same peer, so its receiver has already had time.
    [[nodiscard]] bool is_behind_buffered_sends(const operation& send) const {
        return sends_.is_behind_buffered_sends(send);
    }
    /// Completes a send from a copy of its payload. Returns false if the send buffer has no room, if the receiver has
    /// cleared the message to send (its bytes leave from the program's memory), or if its rendezvous request must be
    /// sent first. Without the last rule, a program that waits in turn for many requests without credit would make more
    /// buffered sends than may wait for a clear to send, and these would block later messages.
    bool detach(operation& send) { return sends_.detach(send); }
    /// True for a request that lacks credit and whose rendezvous request must be sent first: detach() completes it
    /// later.
    [[nodiscard]] bool awaits_rendezvous(const operation& send) const { return sends_.awaits_rendezvous(send); }
    /// True if a send can complete at once: it can leave now, the send buffer has room for it, or start() will fail it.
    /// A message to this task itself must have a receive or room to be stored.
    [[nodiscard]] bool has_room(const operation& send) const {
        return send.to.task == parts_.self ? own_.has_room(send) : sends_.has_room(send);
    }
    /// Completes a send, for which has_room() was true, from a copy. Does not throw if the empty `memory` has room for
    /// the copy.
    void keep(operation& send, std::vector<std::byte>&& memory) { sends_.keep(send, std::move(memory)); }
    /// The first waiting message that matches; nullptr if there is none. Does not take it.
    [[nodiscard]] const incoming* find(const selector& from) const { return parts_.matching.find_waiting(from); }
    /// Calls f(const incoming&) for each message that waits for a receive, in any order.
    template <class F>
    void for_each_waiting(F f) const {
        parts_.matching.for_each_waiting(std::move(f));
    }
    /// Takes the first waiting message that matches out of the queue for one holder; nullptr if there is none. The
    /// claim ends with a receive of the message or with put_back().
    incoming* claim(const selector& from) { return receives_.claim(from); }
    /// Puts a claimed message back in its place in the queue, or gives it to a receive that was posted meanwhile.
    void put_back(incoming& claimed) { receives_.put_back(claimed); }
    /// The reason why no message for `from` can arrive any more; empty while one can.
    [[nodiscard]] std::optional<error> why_unmatchable(const selector& from) const {
        return receives_.why_unmatchable(from);
    }
    [[nodiscard]] bool is_unmatchable(const selector& from) const {
        return parts_.ended.find(from) != nullptr || parts_.revoked.why(from) != nullptr;
    }
    /// True if a receive of this waiting message ends at once.
    [[nodiscard]] static bool ends_receive(const incoming& message) {
        return message.where == incoming::stage::complete || message.where == incoming::stage::lost || message.sender;
    }
    /// Revokes the group whose first context is `first`: ends its sends and receives, drops its messages, and tells its
    /// other members. Does nothing if this task has done so before.
    void revoke(context_id first) { revocation_.revoke(first); }
    /// False while a member that is to be told of a revocation is not connected.
    [[nodiscard]] bool has_told_members() const { return revocation_.has_told(); }
    /// The error of the operations of a revoked group; nullptr if the group that uses the context has not been revoked.
    [[nodiscard]] const error* why_revoked(context_id context) const { return parts_.revoked.why(context, any_tag); }
    /// The groups of this task. A receive from any source in a group's context can match only messages of its members.
    [[nodiscard]] const std::shared_ptr<context_table>& contexts() const { return parts_.contexts; }
    /// The number of messages so far that arrived before a receive for them.
    [[nodiscard]] std::uint64_t kept_messages() const { return parts_.matching.kept_messages(); }
    /// Calls f(const incoming&) for each waiting message of the context; messages of one source are in order.
    template <class F>
    void for_each_waiting(context_id context, F f) const {
        parts_.matching.for_each_waiting(context, f);
    }
    /// The number of operations that have failed so far.
    [[nodiscard]] std::uint64_t failed_operations() const { return parts_.ends.failed(); }
    /// Sends a clear to send for a rendezvous message (found by find()) that has no receive yet, if there is room
    /// outside the credit windows. A message longer than all the room is accepted when the room is empty. One of at
    /// most `offered_bytes`, for which the program offers memory, is always accepted.
    void pull(const selector& from, std::size_t offered_bytes = 0) { receives_.pull(from, offered_bytes); }
    [[nodiscard]] std::size_t unexpected_bytes() const { return parts_.unexpected.used_bytes(); }
    /// True while a message to another task whose send has returned waits for a link, credit, a receive or the
    /// transport.
    [[nodiscard]] bool has_buffered_sends() const { return parts_.outgoing.buffer().has_messages_to_others(); }
    /// Payload bytes of the buffered sends, plus 64 for each.
    [[nodiscard]] std::size_t send_buffer_used() const { return parts_.outgoing.buffer().used_bytes(); }
    /// True while messages for a connected peer lack credit.
    [[nodiscard]] bool lacks_credit() const { return parts_.channels.any_lacks_credit(); }
    /// Sends rendezvous requests for messages that lack credit, so that they do not block later messages. It sends them
    /// for all messages that the program holds requests for, for the messages queued before these, and for as many
    /// buffered sends as their receivers have room for. It skips a peer that has received messages since the last call
    /// and a peer whose messages have lacked credit only since then, because waiting for credit is cheaper. Call it
    /// repeatedly while messages lack credit, with pauses in which credit can be returned.
    void send_rendezvous_requests() { sends_.send_rendezvous_requests(); }

    // --- for the peers
    /// The credit window that a new peer gets. It is sent to the peer when the connection is made.
    [[nodiscard]] std::uint64_t credit_window_bytes() const { return own_window_bytes_; }
    void peer_up(task_id peer, std::uint64_t its_window_bytes);
    /// Ends all operations and messages of a peer with this error.
    void peer_lost(task_id peer, errc why, const std::string& text);
    /// The states of the peers.
    [[nodiscard]] const channel_table& channels() const { return parts_.channels; }
    /// Calls connect(peer) once for each peer that has waiting messages and no connection. If a call throws, that peer
    /// and the remaining ones are passed to the next call.
    template <class F>
    void connect_wanted(F connect) {
        parts_.channels.connect_wanted(std::move(connect));
    }
    [[nodiscard]] bool wants_connection() const { return parts_.channels.wants_connection(); }
    /// The byte stream of a connected peer.
    frame_stream& stream(task_id peer) { return parts_.channels.of(peer).stream; }
    [[nodiscard]] bool has_output() const { return parts_.channels.has_output(); }
    /// Calls write(channel&) once for each channel that has frames to write. The call may leave frames unwritten.
    template <class Write>
    void write_out(Write write) {
        parts_.channels.write_out(std::move(write));
    }

    // --- the end
    /// Accepts no more messages and sends a goodbye to all peers. Messages that were sent are still delivered.
    void close();
    /// After close(), when no more sends will be started. Sends `last_sent` to each peer when all messages to it, or
    /// their rendezvous requests, have been sent: then the peer's receives that match none of them fail.
    void end_sending() { sends_.end_sending(); }
    /// True when no message that was sent waits any more.
    [[nodiscard]] bool all_sent() const;

  private:
    payload_plan on_header(channel& from, const wire::frame_header& header,
                           std::optional<std::span<const std::byte>> whole) override;
    payload_plan take(channel& from, const wire::frame_header& header, std::optional<std::span<const std::byte>> whole);
    region_cursor<std::byte> expected_place(channel& from) override { return arrivals_.expected_place(from); }
    void on_payload_complete(channel& from) override { arrivals_.on_payload_complete(from); }
    void on_written(channel&, outgoing& message) override { parts_.outgoing.complete(message); }

    void start_send(operation& op);
    void send_goodbye(channel& to);
    void on_last_sent(channel& from);

    const std::uint64_t own_window_bytes_;  // for each peer
    protocol_parts parts_;
    receives receives_;
    message_arrivals arrivals_;
    sends sends_;
    self_messages own_;
    send_withdrawal withdrawal_;
    revocation revocation_;
};

}  // namespace banyan::net::detail
