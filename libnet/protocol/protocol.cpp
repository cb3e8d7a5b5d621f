// Joins the steps of a message, connects and loses peers, and dispatches their frames by kind.
#include "libnet/protocol/protocol.hpp"

#include <fmt/format.h>

#include <utility>

namespace banyan::net::detail {

protocol::protocol(task_id self, const protocol_limits& limits, task_naming name)
    : own_window_bytes_(credit_window_of(limits)),
      parts_(*this, self, limits, std::move(name)),
      receives_(parts_),
      arrivals_(parts_, receives_, own_window_bytes_),
      sends_(parts_, limits),
      own_(parts_, receives_),
      withdrawal_(parts_, sends_, own_),
      revocation_(parts_, receives_, arrivals_, withdrawal_) {}

void protocol::start(operation& op) {
    parts_.ends.note_start(op);
    op.what == operation::kind::send ? start_send(op) : receives_.start(op);
}

void protocol::start_send(operation& op) {
    const std::size_t size = op.payload.size_bytes();
    if (size > wire::max_length_bytes)
        return parts_.ends.fail(op, errc::too_large, fmt::format("a message of {} bytes; at most 2^48 - 1", size),
                                op.to.task);
    op.to.task == parts_.self ? own_.start(op) : sends_.start(op);
}

void protocol::withdraw(operation& op) {
    if (op.done) return;
    if (op.what == operation::kind::receive) return receives_.withdraw(op);
    if (withdrawal_.withdraw(op, false)) parts_.ends.note_withdrawal(op);
}

bool protocol::cancel(operation& op) {
    if (op.done) return false;
    const bool send = op.what == operation::kind::send;
    const error cancelled(errc::cancelled, send ? "the send was cancelled" : "the receive was cancelled",
                          op.other_side());
    if (send && !withdrawal_.withdraw(op, true)) {
        parts_.ends.succeed(op);
        return false;
    }
    try {
        if (!send) receives_.withdraw(op);
    } catch (...) {
        if (!op.arriving) parts_.ends.fail(op, cancelled);  // otherwise it is unchanged
        throw;
    }
    parts_.ends.fail(op, cancelled);
    return true;
}

void protocol::abandon(operation& op) noexcept {
    if (outgoing* message = std::exchange(op.sending, nullptr)) parts_.outgoing.abandon(*message);
    receives_.abandon(op);
}

void protocol::peer_up(task_id peer, std::uint64_t its_window_bytes) {
    channel& c = parts_.channels.of(peer);
    if (c.where == channel::state::lost) return;
    c.where = channel::state::up;
    c.credit.open(its_window_bytes);
    if (arrivals_.refuses_messages()) send_goodbye(c);
    revocation_.on_peer_up(c);
    sends_.queue_waiting(c);
}

void protocol::peer_lost(task_id peer, errc why, const std::string& text) {
    channel& c = parts_.channels.of(peer);
    if (c.where == channel::state::lost) return;
    const error gone(why, text, peer);
    const auto newest = parts_.incoming.newest_complete(c);  // the steps below allocate no memory
    c.where = channel::state::lost;
    c.why = gone;
    revocation_.on_peer_lost(peer);
    sends_.drop_all(c, gone);
    parts_.incoming.lose_all(c, newest);
    c.current = nullptr;
    c.coming.clear();
    c.retracted.clear();
    receives_.end_sender(c);
}

payload_plan protocol::on_header(channel& from, const wire::frame_header& header,
                                 std::optional<std::span<const std::byte>> whole) {
    if (header.source != from.peer || header.destination != parts_.self)
        throw error(errc::protocol_violation,
                    fmt::format("a frame from task {:x} to task {:x} on the connection from task {:x} to task {:x}",
                                header.source.value, header.destination.value, from.peer.value, parts_.self.value),
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
        case wire::frame_kind::revoke:
            revocation_.on_revoke(from, header);
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
    parts_.channels.for_each([this](channel& c) {
        if (c.where == channel::state::up && !c.sent_goodbye) send_goodbye(c);
    });
}

void protocol::send_goodbye(channel& to) {
    parts_.output.push(to, {.kind = wire::frame_kind::goodbye});
    to.sent_goodbye = true;
}

bool protocol::all_sent() const {
    return revocation_.has_told() && parts_.channels.all_of([](const channel& c) {
        return c.where == channel::state::lost ||
               (c.waiting.empty() && c.rendezvous.empty() && !c.stream.wants_write());
    });
}

}  // namespace banyan::net::detail
