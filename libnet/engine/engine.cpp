// Peers: connections made and lost, frames dispatched by kind. Sending and receiving stand in files of their own.
#include "libnet/engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace banyan::net::detail {
namespace {

constexpr std::uint64_t least_grant_bytes = std::uint64_t{8} << 10;
constexpr std::uint64_t most_grant_bytes = std::uint64_t{4} << 20;

// Half of the cap is for credit.
std::uint64_t grant_of(const engine_limits& limits) {
    const std::uint64_t share = limits.unexpected_cap_bytes / 2 / std::max<std::size_t>(1, limits.expected_peers);
    return std::clamp(share, least_grant_bytes, most_grant_bytes);
}

std::size_t extra_room_of(const engine_limits& limits) {
    const std::size_t cap = limits.unexpected_cap_bytes;
    return cap - std::min<std::size_t>(cap / 2, grant_of(limits) * limits.expected_peers);
}

}  // namespace

engine::engine(task_id self, const engine_limits& limits)
    : self_(self), limits_(limits), grant_bytes_(grant_of(limits)), extra_room_bytes_(extra_room_of(limits)) {}

channel& engine::channel_of(task_id peer) {
    if (channel* known = known_channel(peer)) return *known;
    auto& slot = channels_[peer];
    slot = std::make_unique<channel>(peer, static_cast<frame_stream::handler&>(*this));
    return *slot;
}

// Programs talk to one peer several times in a row: the last answer is kept.
channel* engine::find_channel(task_id peer) const {
    const auto found = channels_.find(peer);
    return found == channels_.end() ? nullptr : recent_ = found->second.get();
}

void engine::start(operation& op) {
    op.what == operation::kind::send ? start_send(op) : start_receive(op);
}

void engine::end(operation& op) {
    op.sending = nullptr;
    op.arriving = nullptr;
    op.ended_as = ++operations_ended_;
    op.done = true;
}

void engine::fail(operation& op, errc why, const std::string& text, task_id peer) {
    op.failure.emplace(why, text, peer);
    end(op);
}

void engine::succeed(operation& op, const message_info& info) {
    op.info = info;
    end(op);
}

void engine::succeed(operation& send) {
    succeed(send, {self_, send.to.tag, send.payload.size_bytes()});
}

void engine::withdraw(operation& op) {
    if (!op.done) op.what == operation::kind::send ? void(withdraw_send(op)) : withdraw_receive(op);
}

bool engine::cancel(operation& op) {
    if (op.done) return false;
    const bool send = op.what == operation::kind::send;
    if (send && !withdraw_send(op)) {
        succeed(op);
        return false;
    }
    if (!send) withdraw_receive(op);
    fail(op, errc::cancelled, send ? "the send was cancelled" : "the receive was cancelled",
         send ? op.to.task : op.from.source.value_or(task_id{}));
    return true;
}

void engine::peer_up(task_id peer, std::uint64_t its_grant_bytes) {
    channel& c = channel_of(peer);
    if (c.where == channel::state::lost) return;
    c.where = channel::state::up;
    c.window_bytes = c.credit_bytes = its_grant_bytes;
    if (closing_) {
        push(c, {.kind = wire::frame_kind::goodbye});
        c.said_goodbye = true;
    }
    pump(c);
}

channel::state engine::peer_state(task_id peer) const {
    const channel* known = known_channel(peer);
    return known ? known->where : channel::state::down;
}

bool engine::peer_said_goodbye(task_id peer) const {
    const channel* known = known_channel(peer);
    return known && !known->taking;
}

std::vector<task_id> engine::take_wanted() {
    return std::exchange(wanted_, {});
}

void engine::peer_lost(task_id peer, errc why, const std::string& text) {
    channel& c = channel_of(peer);
    if (c.where == channel::state::lost) return;
    c.where = channel::state::lost;
    c.why = why;
    c.why_text = text;
    ++lost_peers_;
    last_lost_ = &c;
    drop_unsent(c, why, text);
    c.drop_frames([&](outgoing& message) { drop(message, why, text); });
    incoming_.for_each([&](incoming& message) {
        if (message.from == &c && message.where != incoming::stage::complete) lose(message);
    });
    c.current = nullptr;
    c.granted.clear();
    for (operation* op :
         matcher_.take_posted_if([&](const operation& posted) { return hopeless(posted.from) != nullptr; })) {
        fail(*op, why, text, peer);
    }
}

// The lost peer that makes a receive hopeless: its only source, or the last of all peers.
const channel* engine::hopeless(const selector& from) const {
    if (lost_peers_ == 0) return nullptr;
    if (!from.source) return limits_.expected_peers > 0 && lost_peers_ >= limits_.expected_peers ? last_lost_ : nullptr;
    const channel* source = known_channel(*from.source);
    return source && source->where == channel::state::lost ? source : nullptr;
}

std::optional<error> engine::why_hopeless(const selector& from) const {
    const channel* gone = hopeless(from);
    if (!gone) return std::nullopt;
    return error(gone->why, gone->why_text, gone->peer);
}

std::optional<region_cursor<std::byte>> engine::on_header(frame_stream& stream, const wire::frame_header& header,
                                                          std::optional<std::span<const std::byte>> whole) {
    auto& from = static_cast<channel&>(stream);
    if (header.source != from.peer || header.destination != self_)
        throw error(errc::protocol_violation,
                    fmt::format("a frame from task {:x} to task {:x} on the connection from task {:x} to task {:x}",
                                header.source.value, header.destination.value, from.peer.value, self_.value),
                    from.peer);
    from.credit_bytes += header.credit_bytes;
    if (from.credit_bytes > from.window_bytes)
        throw error(errc::protocol_violation, "more credit returned than was used", from.peer);
    from.current = nullptr;
    auto place = take(from, header, whole);
    pump(from);
    return place;
}

std::optional<region_cursor<std::byte>> engine::take(channel& from, const wire::frame_header& header,
                                                     std::optional<std::span<const std::byte>> whole) {
    switch (header.kind) {
        case wire::frame_kind::eager:
            return on_eager(from, header, whole);
        case wire::frame_kind::data:
            return on_data(from, header);
        case wire::frame_kind::announce:
            on_announce(from, header);
            break;
        case wire::frame_kind::grant:
            on_grant(from, header);
            break;
        case wire::frame_kind::goodbye:
            on_goodbye(from);
            break;
        case wire::frame_kind::credit:
            break;
        case wire::frame_kind::welcome:
            throw error(errc::protocol_violation, "a second welcome", from.peer);
    }
    return region_cursor<std::byte>{};
}

void engine::on_payload_complete(frame_stream& stream) {
    auto& from = static_cast<channel&>(stream);
    incoming* message = std::exchange(from.current, nullptr);
    if (!message) return;
    message->where = incoming::stage::complete;
    if (message->op || message->in_place) finish(*message);
}

// Names both ends, and the credit that is due; settle() counts it once the frame stands in the stream.
void engine::stamp(const channel& to, wire::frame_header& header) const {
    header.source = self_;
    header.destination = to.peer;
    header.credit_bytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(to.to_return_bytes, std::numeric_limits<std::uint32_t>::max()));
}

void engine::settle(channel& to, const wire::frame_header& header) {
    to.to_return_bytes -= header.credit_bytes;
    to.outstanding_bytes -= header.credit_bytes;
}

void engine::push(channel& to, wire::frame_header header, outgoing* message, std::size_t size) {
    stamp(to, header);
    will_write(to);
    frame_stream& stream = to;
    message ? stream.push(header, *message, size) : stream.push(header);
    settle(to, header);
}

void engine::close() {
    closing_ = true;
    for (auto& [task, c] : channels_) {
        if (c->where != channel::state::up || c->said_goodbye) continue;
        push(*c, {.kind = wire::frame_kind::goodbye});
        c->said_goodbye = true;
    }
}

bool engine::all_sent() const {
    return std::all_of(channels_.begin(), channels_.end(), [](const auto& entry) {
        const channel& c = *entry.second;
        return c.where == channel::state::lost || (c.waiting.empty() && c.announced.empty() && !c.wants_write());
    });
}

}  // namespace banyan::net::detail
