#include "libnet/protocol/message_arrivals.hpp"

#include <fmt/format.h>

#include <utility>

namespace banyan::net::detail {

region_cursor<std::byte> message_arrivals::expected_place(const channel& from) const {
    const operation* op = matcher_.expected_receive(from.peer);
    const bool has_buffer = op && !op->owner && !op->growing;
    return has_buffer ? region_cursor<std::byte>(op->buffer) : region_cursor<std::byte>();
}

void message_arrivals::charge(channel& from, std::size_t size) {
    if (!from.credit.charge(size))
        throw error(errc::protocol_violation,
                    fmt::format("task {:x} sent more eager bytes than its credit window of {} bytes", from.peer.value,
                                own_window_bytes_),
                    from.peer);
}

incoming& message_arrivals::make(channel& from, const wire::frame_header& header, std::size_t charge_bytes) {
    incoming& message =
        incoming_.make({from.peer, header.tag, static_cast<std::size_t>(header.length_bytes)}, header.context);
    message.from = &from;
    message.token = header.token;
    message.charged_bytes = charge_bytes;
    return message;
}

// Decides for a message that no receive waits for.
bool message_arrivals::is_refused(const wire::frame_header& header) const {
    return refuses_ || revoked_.why(header.context, header.tag) != nullptr;
}

payload_plan message_arrivals::on_eager(channel& from, const wire::frame_header& header,
                                        std::optional<std::span<const std::byte>> whole) {
    if (header.length_bytes > own_window_bytes_)  // before any memory is allocated
        throw error(errc::protocol_violation,
                    fmt::format("an eager message of {} bytes; the credit window is {} bytes", header.length_bytes,
                                own_window_bytes_),
                    from.peer);
    const message_info info{from.peer, header.tag, static_cast<std::size_t>(header.length_bytes)};
    const auto cost = static_cast<std::size_t>(credit_account::cost_of(info.size_bytes));
    charge(from, info.size_bytes);
    operation* op = matcher_.take_posted(info, header.context);
    if (op && whole) {  // it needs no record
        receives_.hand_over(*op, info, *whole);
        output_.return_credit(from, cost);
        return payload_plan::delivered();
    }
    incoming* record = nullptr;
    const auto make_record = [&] { record = &make(from, header, cost); };
    op ? completions_.or_fail(*op, make_record) : make_record();
    incoming& message = *record;
    const bool refused = !op && checks_ && is_refused(header);
    if (whole && !refused) {
        incoming_.store_whole(message, *whole);
        return payload_plan::delivered();
    }
    from.current = &message;
    if (op)
        receives_.bind(message, *op);
    else if (refused)
        message.in_place = true;  // no receive will take it: discard the bytes and return the credit
    else
        incoming_.store(message);
    return incoming_messages::plan_for(message);
}

void message_arrivals::on_rendezvous_request(channel& from, const wire::frame_header& header) {
    if (refuses_) return;  // the sender learns it from the goodbye, which is in transit
    const auto [entry, is_new] = from.coming.emplace(header.token, nullptr);
    if (!is_new)
        throw error(errc::protocol_violation, fmt::format("two rendezvous requests for message {}", header.token),
                    from.peer);
    incoming& message = make(from, header, 0);
    entry->second = &message;
    if (operation* op = matcher_.take_posted(message.info, message.context)) {
        receives_.bind(message, *op);
        receives_.clear_to_send(message, message.op ? message.info.size_bytes : 0);
        return;
    }
    message.where = incoming::stage::rendezvous;
    if (checks_ && is_refused(header)) {  // the frame comes first: the sender must not take the answer for a success
        message.in_place = true;
        output_.push(from, revoked_.frame_of(header.context));
        return receives_.drop(message);
    }
    incoming_.keep_waiting(message);
}

payload_plan message_arrivals::on_data(channel& from, const wire::frame_header& header) {
    const auto found = from.coming.find(header.token);
    if (found == from.coming.end() || found->second->where != incoming::stage::arriving ||
        header.length_bytes != found->second->info.size_bytes)
        throw error(errc::protocol_violation,
                    fmt::format("{} bytes of data for message {} without a matching clear to send", header.length_bytes,
                                header.token),
                    from.peer);
    from.current = found->second;
    from.coming.erase(found);
    return incoming_messages::plan_for(*from.current);
}

void message_arrivals::on_retract(channel& from, const wire::frame_header& header) {
    const auto found = from.coming.find(header.token);
    if (found == from.coming.end()) return;  // it is complete here: the sender learns it from a frame in transit
    incoming& message = *found->second;
    from.coming.erase(found);
    output_.push(from, {.kind = wire::frame_kind::clear_to_send, .token = header.token});
    receives_.remove(message);
}

void message_arrivals::on_payload_complete(channel& from) {
    incoming* message = std::exchange(from.current, nullptr);
    if (!message) return;
    message->where = incoming::stage::complete;
    if (message->op || message->in_place) receives_.finish(*message);
}

}  // namespace banyan::net::detail
