// The sending half of the engine.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "libnet/engine/engine.hpp"

namespace banyan::net::detail {
void engine::start_send(operation& op) {
    if (op.payload.size_bytes() > wire::max_length_bytes)
        return fail(op, errc::too_large,
                    fmt::format("a message of {} bytes; at most 2^48 - 1", op.payload.size_bytes()), op.to.task);
    if (op.to.task == self_) return send_to_self(op);
    channel& to = channel_of(op.to.task);
    if (to.where == channel::state::lost) return fail(op, to.why, to.why_text, to.peer);
    if (!to.taking)
        return fail(op, errc::peer_lost, fmt::format("task {:x} takes no more messages", to.peer.value), to.peer);
    if (op.may_copy && send_copy(to, op)) return;
    outgoing& message = outgoing_.take();
    message.to = op.to;
    message.payload = op.payload;
    message.op = &op;
    op.sending = &message;
    to.waiting.push_back(&message);
    message.waiting = true;
    if (to.where == channel::state::down) {
        to.where = channel::state::wanted;
        wanted_.push_back(to.peer);
    }
    pump(to);
}

// True if nothing stands in the way of an eager message: no earlier one waits, and credit is there.
bool engine::leaves_now(const channel& to, std::uint64_t size) const {
    const std::uint64_t cost = size + message_overhead_bytes;
    return to.where == channel::state::up && to.waiting.empty() && size <= limits_.eager_limit_bytes &&
           cost <= to.window_bytes / 2 && cost <= to.credit_bytes;
}

// Does the whole send if nothing stands in its way.
bool engine::send_copy(channel& to, operation& op) {
    const std::uint64_t size = op.payload.size_bytes(), cost = size + message_overhead_bytes;
    if (!leaves_now(to, size)) return false;
    wire::frame_header header{
        .kind = wire::frame_kind::eager, .context = op.to.context, .tag = op.to.tag, .length_bytes = size};
    stamp(to, header);
    will_write(to);
    to.push_copy(header, op.payload);  // may throw: nothing has been counted yet
    settle(to, header);
    to.credit_bytes -= cost;
    succeed(op);
    return true;
}

void engine::send_to_self(operation& op) {
    const message_info info{self_, op.to.tag, op.payload.size_bytes()};
    operation* receive = matcher_.take_posted(info, op.to.context);
    if (!receive && extra_bytes_ + info.size_bytes + message_overhead_bytes > extra_room_bytes_)
        return fail(
            op, errc::resource_limit,
            fmt::format("a message of {} bytes to oneself with no receive posted; the cap for such data is {} bytes",
                        info.size_bytes, extra_room_bytes_),
            self_);
    incoming& message = incoming_.take();
    message.info = info;
    message.context = op.to.context;
    message.sequence = next_sequence_++;
    if (receive) {
        bind(message, *receive);
    } else {
        store(message);
        keep_extra(message);
    }
    region_cursor from(op.payload);
    auto place = landing_place(message);
    copy_bytes(from, place);
    message.where = incoming::stage::complete;
    if (message.op || message.in_place) finish(message);
    succeed(op);
}

// Moves waiting messages into the stream, in order, as far as credit goes.
void engine::pump(channel& to) {
    while (to.where == channel::state::up && !to.waiting.empty() && dispatch(to, *to.waiting.front())) {
        to.waiting.front()->waiting = false;
        to.waiting.pop_front();
    }
}

bool engine::dispatch(channel& to, outgoing& message) {
    const std::uint64_t size = message.payload.size_bytes();
    // Half of the window at most, so that returned credit always makes room for the next message.
    const bool eager = size <= limits_.eager_limit_bytes && size + message_overhead_bytes <= to.window_bytes / 2;
    const std::uint64_t cost = (eager ? size : 0) + message_overhead_bytes;
    if (cost > to.credit_bytes) return false;
    to.credit_bytes -= cost;
    wire::frame_header header{.kind = eager ? wire::frame_kind::eager : wire::frame_kind::announce,
                              .context = message.to.context,
                              .tag = message.to.tag,
                              .length_bytes = size};
    if (eager) {
        push(to, header, &message, size);
    } else {
        header.token = message.token = next_token_++;
        to.announced.emplace(message.token, &message);
        push(to, header);
    }
    return true;
}

void engine::on_grant(channel& from, const wire::frame_header& header) {
    const auto found = from.announced.find(header.token);
    if (found == from.announced.end() || header.length_bytes > found->second->payload.size_bytes())
        throw error(errc::protocol_violation,
                    fmt::format("a grant of {} bytes for message {} that fits no announced message",
                                header.length_bytes, header.token),
                    from.peer);
    outgoing& message = *found->second;
    from.announced.erase(found);
    if (header.length_bytes == 0) return complete(message);  // nothing of it is wanted: its receive has told why
    push(from, {.kind = wire::frame_kind::data, .length_bytes = header.length_bytes, .token = header.token}, &message,
         header.length_bytes);
}

void engine::on_goodbye(channel& from) {
    from.taking = false;
    drop_unsent(from, errc::peer_lost, fmt::format("task {:x} ended without receiving this message", from.peer.value));
}

void engine::on_written(frame_stream&, outgoing& message) {
    complete(message);
}

void engine::complete(outgoing& message) {
    if (message.op) succeed(*message.op);
    forget(message);
}

void engine::drop(outgoing& message, errc why, const std::string& text) {
    if (message.op) fail(*message.op, why, text, message.to.task);
    forget(message);
}

void engine::forget(outgoing& message) {
    if (!message.op) --orphans_;
    if (message.counted) send_buffer_used_ -= message.copy.size() + message_overhead_bytes;
    outgoing_.give_back(message);
}

void engine::drop_unsent(channel& to, errc why, const std::string& text) {
    for (outgoing* message : std::exchange(to.waiting, {}))
        drop(*message, why, text);
    for (auto& [token, message] : std::exchange(to.announced, {}))
        drop(*message, why, text);
}

// One message of any length has room where there is no other.
bool engine::buffer_has_room(std::size_t size) const {
    return send_buffer_used_ == 0 || send_buffer_used_ + size + message_overhead_bytes <= limits_.send_buffer_bytes;
}

bool engine::has_room(const operation& send) const {
    const std::size_t size = send.payload.size_bytes();
    if (send.to.task == self_ || buffer_has_room(size)) return true;
    const auto found = channels_.find(send.to.task);
    if (found == channels_.end()) return false;
    const channel& to = *found->second;
    return to.where == channel::state::lost || !to.taking || leaves_now(to, size);
}

void engine::keep(operation& send, std::vector<std::byte>&& memory) {
    if (send.done) return;
    move_to_copy(*send.sending, true, std::move(memory));
    succeed(send);
}

bool engine::is_behind_copies(const operation& send) const {
    return send.sending && send.sending->waiting && !known_channel(send.to.task)->waiting.front()->op;
}

bool engine::detach(operation& send) {
    if (send.done || !send.sending) return true;
    if (!buffer_has_room(send.payload.size_bytes())) return false;
    try {
        move_to_copy(*send.sending, true);
    } catch (const std::bad_alloc&) {
        return false;  // no room: the program's own memory must do
    }
    succeed(send);
    return true;
}

void engine::move_to_copy(outgoing& message, bool counted, std::vector<std::byte>&& memory) {
    message.copy = gathered(region_cursor(message.payload), message.payload.size_bytes(), std::move(memory));
    message.payload = std::span<const std::byte>(message.copy);
    message.op = nullptr;
    ++orphans_;
    message.counted = counted;
    if (counted) send_buffer_used_ += message.copy.size() + message_overhead_bytes;
    channel_of(message.to.task).replace_payload(message, message.copy);
}

bool engine::withdraw_send(operation& op) {
    outgoing& message = *std::exchange(op.sending, nullptr);
    channel& to = channel_of(op.to.task);
    const auto waiting = std::find(to.waiting.begin(), to.waiting.end(), &message);
    if (waiting == to.waiting.end()) {
        move_to_copy(message, false);
        return false;
    }
    to.waiting.erase(waiting);
    outgoing_.give_back(message);
    return true;
}

}  // namespace banyan::net::detail
