// Connects peers, loses them, and dispatches their frames by kind. Sending and receiving are in files of their own.
#include "libnet/protocol/protocol.hpp"

#include <fmt/format.h>

#include <utility>

namespace banyan::net::detail {

protocol::protocol(task_id self, const protocol_limits& limits, task_naming name)
    : self_(self),
      own_window_bytes_(credit_window_of(limits)),
      parts_(*this, self, limits, std::move(name)),
      receives_(parts_),
      arrivals_(parts_, receives_, own_window_bytes_),
      sends_(parts_, limits) {}

void protocol::start(operation& op) {
    completions_.note_start(op);
    op.what == operation::kind::send ? start_send(op) : receives_.start(op);
}

void protocol::start_send(operation& op) {
    const std::size_t size = op.payload.size_bytes();
    if (size > wire::max_length_bytes)
        return completions_.fail(op, errc::too_large, fmt::format("a message of {} bytes; at most 2^48 - 1", size),
                                 op.to.task);
    op.to.task == self_ ? send_to_self(op) : sends_.start(op);
}

bool protocol::has_room(const operation& send) const {
    const std::size_t size = send.payload.size_bytes();
    if (send.to.task == self_)
        return size > wire::max_length_bytes || unexpected_.has_own_room(size) ||
               matcher_.has_posted({self_, send.to.tag, size}, send.to.context);
    return sends_.has_room(send);
}

void protocol::withdraw(operation& op) {
    if (op.done) return;
    if (op.what == operation::kind::receive) return receives_.withdraw(op);
    if (withdraw_send(op, false)) completions_.note_withdrawal(op);
}

bool protocol::cancel(operation& op) {
    if (op.done) return false;
    const bool send = op.what == operation::kind::send;
    const error cancelled(errc::cancelled, send ? "the send was cancelled" : "the receive was cancelled",
                          op.other_side());
    if (send && !withdraw_send(op, true)) {
        completions_.succeed(op);
        return false;
    }
    try {
        if (!send) receives_.withdraw(op);
    } catch (...) {
        if (!op.arriving) completions_.fail(op, cancelled);  // otherwise it is unchanged
        throw;
    }
    completions_.fail(op, cancelled);
    return true;
}

void protocol::abandon(operation& op) noexcept {
    if (outgoing* message = std::exchange(op.sending, nullptr)) outgoing_.abandon(*message);
    receives_.abandon(op);
}

void protocol::peer_up(task_id peer, std::uint64_t its_window_bytes) {
    channel& c = channels_.of(peer);
    if (c.where == channel::state::lost) return;
    c.where = channel::state::up;
    c.credit.open(its_window_bytes);
    if (arrivals_.refuses_messages()) send_goodbye(c);
    sends_.queue_waiting(c);
}

void protocol::peer_lost(task_id peer, errc why, const std::string& text) {
    channel& c = channels_.of(peer);
    if (c.where == channel::state::lost) return;
    const error gone(why, text, peer);
    const auto newest = incoming_.newest_complete(c);  // the steps below allocate no memory
    c.where = channel::state::lost;
    c.why = gone;
    sends_.drop_all(c, gone);
    incoming_.lose_all(c, newest);
    c.current = nullptr;
    c.coming.clear();
    c.retracted.clear();
    receives_.end_sender(c);
}

payload_plan protocol::on_header(channel& from, const wire::frame_header& header,
                                 std::optional<std::span<const std::byte>> whole) {
    if (header.source != from.peer || header.destination != self_)
        throw error(errc::protocol_violation,
                    fmt::format("a frame from task {:x} to task {:x} on the connection from task {:x} to task {:x}",
                                header.source.value, header.destination.value, from.peer.value, self_.value),
                    from.peer);
    if (header.credit_bytes > 0 || header.kind == wire::frame_kind::clear_to_send) from.is_receiving = true;
    if (!from.credit.regain(header.credit_bytes))
        throw error(errc::protocol_violation, "the peer returned more credit than was used", from.peer);
    from.current = nullptr;
    const payload_plan plan = take(from, header, whole);
    if (!from.waiting.empty()) sends_.queue_waiting(from);
    return plan;
}

payload_plan protocol::take(channel& from, const wire::frame_header& header,
                            std::optional<std::span<const std::byte>> whole) {
    const bool starts_message =
        header.kind == wire::frame_kind::eager || header.kind == wire::frame_kind::rendezvous_request;
    if (starts_message && !from.sending)
        throw error(errc::protocol_violation, "a message after the frame last_sent", from.peer);
    switch (header.kind) {
        case wire::frame_kind::eager:
            return arrivals_.on_eager(from, header, whole);
        case wire::frame_kind::data:
            return arrivals_.on_data(from, header);
        case wire::frame_kind::rendezvous_request:
            arrivals_.on_rendezvous_request(from, header);
            break;
        case wire::frame_kind::clear_to_send:
            sends_.on_clear_to_send(from, header);
            break;
        case wire::frame_kind::retract:
            arrivals_.on_retract(from, header);
            break;
        case wire::frame_kind::goodbye:
            sends_.on_goodbye(from);
            break;
        case wire::frame_kind::last_sent:
            on_last_sent(from);
            break;
        case wire::frame_kind::credit:
            break;
        case wire::frame_kind::refusal:
        case wire::frame_kind::welcome:
            throw error(errc::protocol_violation, "a second welcome", from.peer);
    }
    return payload_plan::discard();  // these frames have no payload
}

void protocol::on_last_sent(channel& from) {
    if (!from.sending) throw error(errc::protocol_violation, "a second frame last_sent", from.peer);
    from.why = error(errc::peer_lost, parts_.name(from.peer) + " has ended", from.peer);
    receives_.end_sender(from);
}

void protocol::close() {
    arrivals_.refuse_messages();
    channels_.for_each([this](channel& c) {
        if (c.where == channel::state::up && !c.sent_goodbye) send_goodbye(c);
    });
}

void protocol::send_goodbye(channel& to) {
    output_.push(to, {.kind = wire::frame_kind::goodbye});
    to.sent_goodbye = true;
}

bool protocol::all_sent() const {
    return channels_.all_of([](const channel& c) {
        return c.where == channel::state::lost ||
               (c.waiting.empty() && c.rendezvous.empty() && !c.stream.wants_write());
    });
}

}  // namespace banyan::net::detail
