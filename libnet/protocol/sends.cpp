#include "libnet/protocol/sends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace banyan::net::detail {
namespace {

wire::frame_header eager_header(const destination& to, std::uint64_t size) {
    return {.kind = wire::frame_kind::eager, .context = to.context, .tag = to.tag, .length_bytes = size};
}

}  // namespace

void sends::start(operation& op) {
    channel& to = channels_.of(op.to.task);
    if ((to.where == channel::state::lost || !to.takes_any) && refuse(to, op)) return;
    if (op.may_copy && send_copy(to, op)) return;
    outgoing& message = outgoing_.make(op);
    message.held = op.held;
    to.waiting.push_back(&message);
    to.held_waiting += op.held ? 1 : 0;
    op.sending = &message;
    if (to.where == channel::state::down) channels_.request_connection(to);
    queue_waiting(to);
}

// Fails a send of a revoked group, or one that the peer will not accept. Returns false if it does neither.
bool sends::refuse(const channel& to, operation& op) {
    const error* revoked = revoked_.why(op.to);
    if (revoked)
        completions_.fail(op, *revoked);
    else if (to.where == channel::state::lost)
        completions_.fail(op, *to.why);
    else if (!to.taking)
        completions_.fail(op, errc::peer_lost, name_(to.peer) + " accepts no more messages", to.peer);
    return op.done;
}

// Returns true if the message is not too long to be sent eagerly.
bool sends::is_eager(const channel& to, context_id context, std::uint64_t size) const {
    const std::size_t longest =
        is_collective(context) ? std::min(eager_limit_bytes_, longest_eager_of_collectives) : eager_limit_bytes_;
    return size <= longest && to.credit.fits_window(size);
}

// Returns true if a message can be sent eagerly now: no earlier message waits, and credit suffices.
bool sends::leaves_now(const channel& to, context_id context, std::uint64_t size) const {
    return to.where == channel::state::up && to.waiting.empty() && is_eager(to, context, size) &&
           to.credit.suffices_for(size);
}

// Sends a copy of a short message at once, if that is possible.
bool sends::send_copy(channel& to, operation& op) {
    const std::uint64_t size = op.payload.size_bytes();
    if (!leaves_now(to, op.to.context, size)) return false;
    output_.push_copy(to, eager_header(op.to, size), op.payload);  // may throw: nothing has been counted yet
    to.credit.use(size);
    completions_.succeed(op);
    return true;
}

void sends::queue_waiting(channel& to) {
    if (to.where != channel::state::up) return;
    while (!to.waiting.empty() && dispatch(to, *to.waiting.front()))
        pop_waiting(to);
    channels_.update_lacks_credit(to);
    send_last_sent(to);
}

void sends::pop_waiting(channel& to) {
    to.held_waiting -= to.waiting.front()->held ? 1 : 0;
    to.waiting.pop_front();
}

// Returns false if the message must wait for credit.
bool sends::dispatch(channel& to, outgoing& message) {
    const std::uint64_t size = message.payload.size_bytes();
    if (!is_eager(to, message.to.context, size)) {
        if (!may_send_request(to)) return false;
        send_request(to, message);
        return true;
    }
    if (!to.credit.suffices_for(size)) return false;
    output_.push(to, eager_header(message.to, size), &message, size);
    to.credit.use(size);
    message.where = outgoing::stage::leaving;
    return true;
}

// Decides for the first of the waiting messages. The number of rendezvous requests is limited only for buffered sends:
// otherwise a program could send any number of them by sends that return before their receive. Messages that the
// program holds requests for have no limit, and neither have the messages in front of them.
bool sends::may_send_request(const channel& to) const {
    return to.retracted.size() < most_rendezvous_ && (to.held_waiting > 0 || to.rendezvous_buffered < most_rendezvous_);
}

void sends::send_request(channel& to, outgoing& message) {
    const wire::frame_header header{.kind = wire::frame_kind::rendezvous_request,
                                    .context = message.to.context,
                                    .tag = message.to.tag,
                                    .length_bytes = message.payload.size_bytes(),
                                    .token = next_token_++};
    const auto entry = to.rendezvous.emplace(header.token, &message).first;
    try {
        output_.push(to, header);
    } catch (...) {
        to.rendezvous.erase(entry);
        throw;
    }
    message.token = header.token;
    message.where = outgoing::stage::rendezvous;
    if (!message.op) ++to.rendezvous_buffered;
}

void sends::send_rendezvous_requests() {
    channels_.for_each_lacking_credit([this](channel& to) {
        if (!std::exchange(to.is_receiving, false)) send_requests_to(to);
    });
}

void sends::send_requests_to(channel& to) {
    for (; !to.waiting.empty(); pop_waiting(to)) {
        outgoing& first = *to.waiting.front();
        if (dispatch(to, first)) continue;  // it fits into the credit, unlike the message before it
        if (!may_send_request(to)) break;
        send_request(to, first);
    }
    send_last_sent(to);
}

void sends::end_sending() {
    ending_ = true;
    channels_.for_each([this](channel& c) {
        if (c.where == channel::state::up) send_last_sent(c);
    });
}

// The peer may wait for a message that will not arrive while this task waits for the peer to receive others.
void sends::send_last_sent(channel& to) {
    if (!ending_ || to.sent_last_sent || !to.waiting.empty()) return;
    output_.push(to, {.kind = wire::frame_kind::last_sent});
    to.sent_last_sent = true;
}

void sends::on_clear_to_send(channel& from, const wire::frame_header& header) {
    const auto found = from.rendezvous.find(header.token);
    if (found == from.rendezvous.end() && from.retracted.contains(header.token)) {
        if (header.length_bytes == 0) from.retracted.erase(header.token);  // otherwise it has crossed the retract frame
        return;
    }
    if (found == from.rendezvous.end() || header.length_bytes > found->second->payload.size_bytes())
        throw error(errc::protocol_violation,
                    fmt::format("a clear to send of {} bytes for message {}, which matches no rendezvous message",
                                header.length_bytes, header.token),
                    from.peer);
    outgoing& message = *found->second;
    if (header.length_bytes > 0)  // if there is no memory for it, the message stays in the table
        output_.push(from, {.kind = wire::frame_kind::data, .length_bytes = header.length_bytes, .token = header.token},
                     &message, header.length_bytes);
    from.rendezvous.erase(found);
    if (!message.op) --from.rendezvous_buffered;
    message.where = outgoing::stage::leaving;
    if (header.length_bytes == 0) outgoing_.complete(message);  // its receive has reported why it wants no bytes
}

void sends::on_goodbye(channel& from) {
    from.taking = false;
    from.takes_any = false;
    drop_unsent(from, error(errc::peer_lost, name_(from.peer) + " ended without receiving this message", from.peer));
}

void sends::drop_unsent(channel& to, const error& why) noexcept {
    for (outgoing* message : to.waiting)
        outgoing_.drop(*message, why);
    to.waiting.clear();
    to.held_waiting = 0;
    for (auto& [token, message] : to.rendezvous)
        outgoing_.drop(*message, why);
    to.rendezvous.clear();
    to.rendezvous_buffered = 0;
}

void sends::drop_all(channel& to, const error& why) noexcept {
    drop_unsent(to, why);
    to.stream.drop_frames([&](outgoing& message) { outgoing_.drop(message, why); });
    channels_.update_lacks_credit(to);
}

bool sends::has_room(const operation& send) const {
    const std::size_t size = send.payload.size_bytes();
    if (outgoing_.buffer().has_room(size)) return true;
    const channel* to = channels_.find(send.to.task);
    if ((!to || !to->takes_any) && revoked_.why(send.to)) return true;
    return to && (to->where == channel::state::lost || !to->taking || leaves_now(*to, send.to.context, size));
}

void sends::keep(operation& send, std::vector<std::byte>&& memory) {
    if (send.done) return;
    outgoing_.keep(*send.sending, std::move(memory));
    completions_.succeed(send);
}

// A rendezvous message is copied only if it is short, because the copy then costs little.
bool sends::is_behind_buffered_sends(const operation& send) const {
    const outgoing* message = send.sending;
    if (!message || message->where == outgoing::stage::leaving || message->where == outgoing::stage::own) return false;
    const channel& to = *channels_.find(send.to.task);
    if (message->where == outgoing::stage::waiting && !to.waiting.front()->op) return true;
    return to.rendezvous_buffered > 0 && message->payload.size_bytes() <= eager_limit_bytes_;
}

bool sends::detach(operation& send) {
    if (send.done || !send.sending) return true;
    outgoing& message = *send.sending;
    if (awaits_rendezvous(send)) {
        channel& to = *channels_.find(send.to.task);
        if (to.is_receiving || to.rendezvous.empty()) return false;
        send_requests_to(to);
        channels_.update_lacks_credit(to);
    }
    const bool cleared = message.where == outgoing::stage::leaving && message.token != 0;
    if (cleared || !outgoing_.buffer().has_room(send.payload.size_bytes())) return false;
    if (!outgoing_.try_keep(message)) return false;  // out of memory: the payload stays in the program's memory
    completions_.succeed(send);
    return true;
}

bool sends::awaits_rendezvous(const operation& send) const {
    const outgoing* message = send.sending;
    if (!message || message->where != outgoing::stage::waiting || !message->held) return false;
    const channel& to = *channels_.find(send.to.task);
    return to.where == channel::state::up && to.rendezvous_buffered < most_rendezvous_;
}

}  // namespace banyan::net::detail
