// The protocol of a task without any I/O: operations of the program and bytes of the peers in, completions and bytes
// out. Drivers feed it; docs/architecture.md tells the life of a message.
//
// Thread rule: one thread at a time (the mailbox's lock sees to it). Blocking: never.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libnet/base/object_pool.hpp"
#include "libnet/protocol/channel.hpp"
#include "libnet/protocol/context_table.hpp"
#include "libnet/protocol/incoming.hpp"
#include "libnet/protocol/matcher.hpp"
#include "libnet/protocol/operation.hpp"
#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/protocol_limits.hpp"
#include "libnet/protocol/send_buffer.hpp"
#include "libnet/protocol/unmatched_note.hpp"

namespace banyan::net::detail {

class protocol final : private frame_handler {
  public:
    /// What an error calls a task.
    using naming = std::function<std::string(task_id)>;
    protocol(task_id self, const protocol_limits& limits, naming name = number_of);

    // --- the program's side
    /// Starts a send or receive; it may be done on return. The operation must live until done or withdrawn.
    void start(operation& op);
    /// Starts the receive of a claimed message, which ends the claim once the receive is done.
    void start(operation& receive, incoming& claimed);
    /// Ends the protocol's interest in an operation that is not done. A receive is taken back (a message already on its
    /// way to it waits for the next receive). A send whose rendezvous request has been sent, or that is leaving, goes
    /// on from a copy if the send buffer has room for it, or if a part of it has been written; else it is taken back,
    /// as is one that waits. Throws std::bad_alloc if there is no memory for what is on its way; then only peer_lost()
    /// can end the operation.
    void withdraw(operation& op);
    /// Like withdraw, and ends the operation: with errc::cancelled and true if nothing of it will happen any more (a
    /// receive that is too short for it may have failed already); a send that went on its way from a copy has
    /// succeeded. False too for an operation that was done.
    bool cancel(operation& op);
    /// Lets go of an operation that withdraw() had no memory for; takes none itself. The link to its peer must not move
    /// another byte before peer_lost().
    void abandon(operation& op) noexcept;
    /// True if a send waits behind a buffered one: the receiver has had its time to come already.
    [[nodiscard]] bool is_behind_buffered_sends(const operation& send) const;
    /// Completes a send from a copy of its payload if the send buffer has room for it. False if not, for one that the
    /// receiver has cleared to send (its bytes are on their way from the program's memory), and for one whose
    /// rendezvous request is to be sent first: else many requests that lack credit, waited for one by one, would become
    /// more buffered sends than may wait for clear to send, and keep those behind them from being received.
    bool detach(operation& send);
    /// True for a request that lacks credit, and whose rendezvous request is to be sent: detach() takes it later.
    [[nodiscard]] bool awaits_rendezvous(const operation& send) const;
    /// True if a send need not wait to be rid of its memory: it can leave at once, or the send buffer has room for it.
    /// True too for one that start() will fail. To oneself: it can be received or stored at once.
    [[nodiscard]] bool has_room(const operation& send) const;
    /// Completes a send that had room from a copy, in the empty `memory` if it is large enough; then it cannot throw.
    void keep(operation& send, std::vector<std::byte>&& memory);
    /// The first waiting message that matches, without taking it; nullptr if none.
    [[nodiscard]] const incoming* find(const selector& from) const { return matcher_.find_waiting(from); }
    /// Calls f(const incoming&) for each message that waits for a receive, in no order.
    template <class F>
    void for_each_waiting(F f) const {
        matcher_.for_each_waiting(std::move(f));
    }
    /// Takes the first waiting message that matches out of the queue for its holder alone; nullptr if none waits. To be
    /// ended by the receive of it or by put_back().
    incoming* claim(const selector& from);
    /// Puts a claimed message back in its place, or gives it to a receive that was posted meanwhile.
    void put_back(incoming& claimed);
    /// Why no message for `from` can come any more; nothing while one can.
    [[nodiscard]] std::optional<error> why_hopeless(const selector& from) const;
    [[nodiscard]] bool is_hopeless(const selector& from) const { return hopeless(from) != nullptr; }
    /// True if a receive would end with this waiting message at once.
    [[nodiscard]] static bool is_at_hand(const incoming& message) {
        return message.where == incoming::stage::complete || message.where == incoming::stage::lost || message.sender;
    }
    /// The groups of this task. A receive from any source in a group's context is hopeless without its other members.
    [[nodiscard]] const std::shared_ptr<context_table>& contexts() const { return contexts_; }
    /// Messages so far that no receive had asked for when they came.
    [[nodiscard]] std::uint64_t kept_messages() const { return matcher_.kept_messages(); }
    /// Calls f(const incoming&) for each waiting message of the context, those of one source in order.
    template <class F>
    void for_each_waiting(context_id context, F f) const {
        matcher_.for_each_waiting(context, f);
    }
    /// Operations so far that have failed.
    [[nodiscard]] std::uint64_t failed_operations() const { return operations_failed_; }
    /// Has a rendezvous message (found by find()) sent here ahead of its receive if there is room for it beside what
    /// credit stands for; one that is longer than all the room when nothing else is in it.
    void pull(const selector& from);
    [[nodiscard]] std::size_t unexpected_bytes() const { return unexpected_bytes_; }
    /// True while a message whose send has returned waits here for a link, credit, a receive or the transport.
    [[nodiscard]] bool has_buffered_sends() const { return send_buffer_.has_messages_to_others(); }
    /// Payload of buffered sends, and 64 for each of them.
    [[nodiscard]] std::size_t send_buffer_used() const { return send_buffer_.used_bytes(); }
    /// True while messages for a connected peer lack credit.
    [[nodiscard]] bool has_stuck() const { return !stuck_.empty(); }
    /// Sends rendezvous requests for messages that lack credit, so that they keep nothing behind them from being
    /// received: all that the program holds requests for and what stands before them; of buffered sends as many as
    /// their receivers have room for. Not yet for a peer that has taken messages since the call before, or whose
    /// messages are new here: credit is cheaper. To be called again and again while has_stuck(), with pauses in which
    /// credit should come back.
    void request_to_send_stuck();

    // --- the peers' side
    /// What a new peer may send eagerly; to be told to it when the connection is made.
    [[nodiscard]] std::uint64_t credit_window_bytes() const { return own_window_bytes_; }
    void peer_up(task_id peer, std::uint64_t its_window_bytes);
    /// Ends everything under way with a peer with the named error.
    void peer_lost(task_id peer, errc why, const std::string& text);
    [[nodiscard]] channel::state peer_state(task_id peer) const;
    [[nodiscard]] bool peer_said_goodbye(task_id peer) const;
    /// True once anything has been sent to the peer, or it has been connected.
    [[nodiscard]] bool knows(task_id peer) const { return known_channel(peer) != nullptr; }
    /// Calls connect(peer) for each peer that messages wait for and that has no connection, once in all. If a call
    /// throws, that peer and those left are named again.
    template <class F>
    void connect_wanted(F connect) {
        for (; !wanted_.empty(); wanted_.pop_back())
            connect(wanted_.back());
    }
    [[nodiscard]] bool wants_connection() const { return !wanted_.empty(); }
    /// What is known of a peer; for tests. Of one that knows() tells.
    [[nodiscard]] const channel& channel_to(task_id peer) const { return *known_channel(peer); }
    /// The byte stream of a peer that is up.
    frame_stream& stream(task_id peer) { return channel_of(peer).stream; }
    [[nodiscard]] bool has_output() const { return !unwritten_.empty(); }
    /// Calls write(channel&) for each channel that has frames to write, once; it may leave some unwritten.
    template <class Write>
    void write_out(Write write) {
        std::erase_if(unwritten_, [&](channel* c) {
            write(*c);
            return !(c->unwritten = c->stream.wants_write());
        });
    }

    // --- the end
    /// Takes no more messages; tells all peers. What was sent goes on its way.
    void close();
    /// After close(), when no send is started any more. A peer to which all messages have been sent or requested to
    /// send is told so: its receives that none of them matches fail.
    void end_sending();
    /// True when nothing that was sent waits any longer.
    [[nodiscard]] bool all_sent() const;

  private:
    payload_plan on_header(channel& from, const wire::frame_header& header,
                           std::optional<std::span<const std::byte>> whole) override;
    payload_plan take(channel& from, const wire::frame_header& header, std::optional<std::span<const std::byte>> whole);
    region_cursor<std::byte> likely_place(channel& from) override;
    void on_payload_complete(channel& from) override;
    void on_written(channel& to, outgoing& message) override;

    channel& channel_of(task_id peer);
    [[nodiscard]] channel* known_channel(task_id peer) const {
        return recent_ && recent_->peer == peer ? recent_ : find_channel(peer);
    }
    [[nodiscard]] channel* find_channel(task_id peer) const;
    void will_write(channel& to) {
        if (to.unwritten) return;
        unwritten_.push_back(&to);
        to.unwritten = true;
    }
    void end(operation& op);
    void fail(operation& op, errc why, const std::string& text, task_id peer) { fail(op, error(why, text, peer)); }
    void fail(operation& op, const error& why) noexcept;
    /// Calls step() for a receive that is posted no more: without memory for the step it would wait for ever.
    template <class F>
    void or_fail(operation& receive, F step) {
        try {
            step();
        } catch (...) {
            if (!receive.done) fail(receive, no_memory_);
            throw;
        }
    }
    void succeed(operation& op, const message_info& info);
    void succeed(operation& send);
    void refuse(operation& op, const message_info& info, errc why);

    // sending
    void start_send(operation& op);
    bool send_copy(channel& to, operation& op);
    void pump(channel& to);
    void pop_waiting(channel& to);
    void note_stuck(channel& to);
    bool dispatch(channel& to, outgoing& message);
    void request_to_send_waiting(channel& to);
    void say_goodbye(channel& to);
    void say_last(channel& to);
    [[nodiscard]] bool may_request_to_send(const channel& to) const;
    void request_to_send(channel& to, outgoing& message);
    void stamp(const channel& to, wire::frame_header& header) const;
    void push(channel& to, wire::frame_header header, outgoing* message = nullptr, std::size_t size = 0);
    void on_clear_to_send(channel& from, const wire::frame_header& header);
    void on_goodbye(channel& from);
    void on_last_sent(channel& from);
    void hears_no_more_from(channel& gone);
    static std::string number_of(task_id task);
    [[nodiscard]] bool leaves_now(const channel& to, std::uint64_t size) const;
    void keep(outgoing& message, std::vector<std::byte>&& memory = {});
    bool try_keep(outgoing& message);
    void note_kept(outgoing& message);
    void complete(outgoing& message);
    void drop(outgoing& message, const error& why) noexcept;
    void forget(outgoing& message) noexcept;
    void drop_unsent(channel& to, const error& why) noexcept;

    // messages to oneself
    void send_to_self(operation& op);
    void await_receive(operation& op);
    void take_own(incoming& message);
    [[nodiscard]] bool has_own_room(std::size_t size) const {
        return extra_bytes_ + size + message_overhead_bytes <= extra_room_bytes_;
    }

    // taking messages back
    bool withdraw_send(operation& op, bool cancelling);
    bool take_back(outgoing& message);
    void let_others_go(channel& to);
    bool take_back_leaving(channel& to, outgoing& message);
    void retract(channel& to, outgoing& message);
    void on_retract(channel& from, const wire::frame_header& header);
    void remove(incoming& message);

    // receiving
    void start_receive(operation& op);
    void receive(operation& op, incoming& message);
    void receive_nothing(operation& op, incoming& message);
    void withdraw_receive(operation& op);
    void offer(incoming& message);
    [[nodiscard]] bool overtaken(const incoming& message);
    using sequence_of_context = std::unordered_map<context_id, std::uint64_t>;
    [[nodiscard]] sequence_of_context newest_complete(const channel& from);
    void lose_all(channel& from, const sequence_of_context& newest);
    payload_plan on_eager(channel& from, const wire::frame_header& header,
                          std::optional<std::span<const std::byte>> whole);
    void charge(channel& from, std::size_t size);
    void return_credit(channel& from, std::size_t bytes);
    void hand_over(operation& op, const message_info& info, std::span<const std::byte> payload);
    bool make_room(operation& op, const message_info& info);
    payload_plan on_data(channel& from, const wire::frame_header& header);
    void on_rendezvous_request(channel& from, const wire::frame_header& header);
    incoming& new_incoming(channel& from, const wire::frame_header& header, std::size_t charge_bytes);
    void bind(incoming& message, operation& op);
    void store(incoming& message);
    void keep_waiting(incoming& message);
    void take_waiting(incoming& message);
    void ask_for(incoming& message);
    void take_another(operation& receive);
    void clear_to_send(incoming& message, std::uint64_t bytes);
    void finish(incoming& message);
    void release(incoming& message);
    void keep_extra(incoming& message);
    void end_extra(incoming& message);
    void lose(incoming& message, bool overtaken);
    region_cursor<std::byte> landing_place(incoming& message);
    payload_plan plan_for(incoming& message);
    [[nodiscard]] const channel* hopeless(const selector& from) const;
    [[nodiscard]] std::optional<unmatched_note> note_of(task_id peer) const;
    [[nodiscard]] static error with_note(const error& gone, const std::optional<unmatched_note>& waiting,
                                         const selector& from);
    [[nodiscard]] const channel* no_source_left(context_id context) const;

    const task_id self_;
    const protocol_limits limits_;
    const std::uint64_t own_window_bytes_;  // of each peer
    const std::size_t most_rendezvous_;     // rendezvous messages to one peer that may be buffered sends
    const std::size_t extra_room_bytes_;    // what the cap leaves beside credit and rendezvous messages of all peers
    const naming name_;
    const error no_memory_;  // for want of memory to say more
    std::unordered_map<task_id, std::unique_ptr<channel>> channels_;
    mutable channel* recent_ = nullptr;  // the channel asked for last
    std::vector<channel*> unwritten_;
    std::vector<channel*> stuck_;  // up, and messages wait for credit
    std::vector<task_id> wanted_;
    matcher matcher_;
    const std::shared_ptr<context_table> contexts_ = std::make_shared<context_table>();
    send_buffer send_buffer_;
    object_pool<outgoing> outgoing_;
    object_pool<incoming> incoming_;
    std::uint64_t next_token_ = 1;
    std::uint64_t next_sequence_ = 0;
    std::uint64_t receives_started_ = 0;
    std::uint64_t operations_ended_ = 0;
    std::uint64_t operations_failed_ = 0;
    std::size_t unexpected_bytes_ = 0;  // payload and overhead of waiting messages
    std::size_t extra_bytes_ = 0;       // of messages that no credit stands for
    std::size_t peers_not_sending_ = 0;
    const channel* last_not_sending_ = nullptr;
    bool closing_ = false;
    bool ending_ = false;  // no send is started any more
};

}  // namespace banyan::net::detail
