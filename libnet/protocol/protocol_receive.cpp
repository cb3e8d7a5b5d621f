// The receiving half of the protocol.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "libnet/protocol/payload_memory.hpp"
#include "libnet/protocol/protocol.hpp"
#include "libnet/protocol/unmatched_note.hpp"

namespace banyan::net::detail {
// Fails a receive whose message is too long for it or for the memory. The message is consumed.
void protocol::refuse(operation& op, const message_info& info, errc why) {
    op.info = info;
    try {
        completions_.fail(
            op, why,
            size_and_source(info) + (why == errc::truncated
                                         ? fmt::format("; the buffer holds {} bytes", op.buffer.size_bytes())
                                         : "; there is not enough memory for it (ulimit -v)"),
            info.source);
    } catch (const std::bad_alloc&) {
        completions_.fail_without_memory(op);
    }
}

void protocol::start_receive(operation& op) {
    if (incoming* message = matcher_.find_waiting(op.from)) {
        incoming_.take_waiting(*message);
        receive(op, *message);
    } else if (const channel* gone = ended_senders_.find(op.from)) {
        completions_.fail(op, with_note(*gone->why, note_of(matcher_, gone->peer), op.from));
    } else {
        matcher_.post(op);
    }
}

void protocol::start(operation& op, incoming& claimed) {
    op.from.context = claimed.context;  // for traces and wait reports
    op.order = claimed.claim_order;
    completions_.note_start(op);
    unexpected_.remove(claimed);
    receive(op, claimed);
}

void protocol::receive(operation& op, incoming& message) {
    if (message.where == incoming::stage::lost || message.where == incoming::stage::retracted)
        return receive_nothing(op, message);
    if (message.where == incoming::stage::rendezvous) {
        bind(message, op);
        if (message.sender) return deliver_own(message);
        return ask_for(message);
    }
    message.op = &op;
    op.arriving = &message;
    if (message.where == incoming::stage::complete) finish(message);
}

// If there is no memory for the clear to send, the message waits again.
void protocol::ask_for(incoming& message) {
    try {
        clear_to_send(message, message.op ? message.info.size_bytes : 0);
    } catch (...) {
        if (message.op) message.op->arriving = nullptr;
        message.op = nullptr;
        message.in_place = false;
        if (message.claimed)
            unexpected_.add(message);
        else
            incoming_.keep_waiting(message);
        throw;
    }
}

void protocol::receive_nothing(operation& op, incoming& message) {
    try {
        if (message.where == incoming::stage::lost)
            completions_.fail(op, *message.from->why);
        else
            completions_.fail(op, errc::cancelled, "the sender has withdrawn the claimed message", message.info.source);
    } catch (const std::bad_alloc&) {
        completions_.fail_without_memory(op);
    }
    incoming_.release(message);
}

incoming* protocol::claim(const selector& from) {
    incoming* message = matcher_.find_waiting(from);
    if (!message) return nullptr;
    matcher_.remove_waiting(*message);  // it still counts as unexpected data
    message->claimed = true;
    message->claim_order = ++receives_started_;
    return message;
}

void protocol::put_back(incoming& claimed) {
    claimed.claimed = false;
    unexpected_.remove(claimed);
    const bool lost = claimed.where == incoming::stage::lost && !incoming_.is_overtaken(claimed);
    if (lost || claimed.where == incoming::stage::retracted)
        incoming_.release(claimed);
    else
        offer(claimed);
}

// Assigns the message to the receive that takes it; the payload goes directly into the buffer of the receive. If the
// message is too long, the receive fails at once, and the payload is discarded or not requested.
void protocol::bind(incoming& message, operation& op) {
    message.in_place = true;
    if (!make_room(op, message.info)) return;
    message.op = &op;
    op.arriving = &message;
}

// If the message does not fit, fails the receive and returns false.
bool protocol::make_room(operation& op, const message_info& info) {
    if (op.owner) {
        if (!take_memory(*op.owner, info.size_bytes)) {
            refuse(op, info, errc::resource_limit);
            return false;
        }
        op.buffer = std::span(*op.owner);
    }
    if (info.size_bytes <= op.buffer.size_bytes()) return true;
    refuse(op, info, errc::truncated);
    return false;
}

// The buffer of the receive that the peer's next message probably matches: a message of the same kind as before.
region_cursor<std::byte> protocol::expected_place(channel& from) {
    const operation* op = matcher_.expected_receive(from.peer);
    return op && !op->owner ? region_cursor<std::byte>(op->buffer) : region_cursor<std::byte>();
}

void protocol::charge(channel& from, std::size_t size) {
    if (!from.credit.charge(size))
        throw error(errc::protocol_violation,
                    fmt::format("task {:x} sent more eager bytes than its credit window of {} bytes", from.peer.value,
                                own_window_bytes_),
                    from.peer);
}

incoming& protocol::new_incoming(channel& from, const wire::frame_header& header, std::size_t charge_bytes) {
    incoming& message =
        incoming_.make({from.peer, header.tag, static_cast<std::size_t>(header.length_bytes)}, header.context);
    message.from = &from;
    message.token = header.token;
    message.charged_bytes = charge_bytes;
    return message;
}

payload_plan protocol::on_eager(channel& from, const wire::frame_header& header,
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
        hand_over(*op, info, *whole);
        output_.return_credit(from, cost);
        return payload_plan::delivered();
    }
    incoming* record = nullptr;
    const auto make_record = [&] { record = &new_incoming(from, header, cost); };
    op ? completions_.or_fail(*op, make_record) : make_record();
    incoming& message = *record;
    if (whole && !closing_) {
        incoming_.store_whole(message, *whole);
        return payload_plan::delivered();
    }
    from.current = &message;
    if (op)
        bind(message, *op);
    else if (closing_)
        message.in_place = true;  // no receive will take it: discard the bytes and return the credit
    else
        incoming_.store(message);
    return incoming_messages::plan_for(message);
}

void protocol::on_rendezvous_request(channel& from, const wire::frame_header& header) {
    if (closing_) return;  // the sender learns it from the goodbye, which is in transit
    const auto [entry, is_new] = from.coming.emplace(header.token, nullptr);
    if (!is_new)
        throw error(errc::protocol_violation, fmt::format("two rendezvous requests for message {}", header.token),
                    from.peer);
    incoming& message = new_incoming(from, header, 0);
    entry->second = &message;
    if (operation* op = matcher_.take_posted(message.info, message.context)) {
        bind(message, *op);
        clear_to_send(message, message.op ? message.info.size_bytes : 0);
        return;
    }
    message.where = incoming::stage::rendezvous;
    incoming_.keep_waiting(message);
}

// After a clear to send of 0 bytes no data frame follows: the message is empty, or its bytes are not wanted.
void protocol::clear_to_send(incoming& message, std::uint64_t bytes) {
    channel& from = *message.from;
    output_.push(from, {.kind = wire::frame_kind::clear_to_send, .length_bytes = bytes, .token = message.token});
    message.where = incoming::stage::arriving;
    if (bytes > 0) return;
    from.coming.erase(message.token);
    message.where = incoming::stage::complete;
    if (message.op || message.in_place) finish(message);
}

payload_plan protocol::on_data(channel& from, const wire::frame_header& header) {
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

void protocol::pull(const selector& from, std::size_t offered_bytes) {
    incoming* message = matcher_.find_waiting(from);
    if (!message || message->where != incoming::stage::rendezvous || message->sender) return;
    const bool offered = message->info.size_bytes <= offered_bytes;  // otherwise it might never come
    if (!offered && !unexpected_.has_extra_room(message->info.size_bytes)) return;
    std::vector<std::byte> memory;
    if (!take_memory(memory, message->info.size_bytes))  // the message keeps waiting at its sender
        throw no_memory_for(message->info);
    clear_to_send(*message, message->info.size_bytes);
    message->stored = std::move(memory);
    unexpected_.add_payload(*message);
    unexpected_.add_extra(*message);
}

// All bytes have arrived: completes the receive, if the message still has one, and returns the credit.
void protocol::finish(incoming& message) {
    if (operation* op = message.op) {
        if (!message.in_place && op->owner) *op->owner = std::move(message.stored);
        if (message.in_place || op->owner)
            completions_.succeed(*op, message.info);
        else
            hand_over(*op, message.info, message.stored);
    }
    incoming_.release(message);
}

// Copies a complete message to its receive.
void protocol::hand_over(operation& op, const message_info& info, std::span<const std::byte> payload) {
    if (!make_room(op, info)) return;
    copy_bytes(payload, op.buffer);
    completions_.succeed(op, info);
}

void protocol::withdraw_receive(operation& op) {
    incoming* message = op.arriving;
    if (!message) {
        matcher_.unpost(op);
        return;
    }
    if (message->in_place) {  // copy what has arrived out of the program's buffer; the rest follows it
        message->stored =
            gathered(region_cursor(op.buffer), message->info.size_bytes);  // if it throws, nothing has changed
        message->in_place = false;
        if (channel& from = *message->from; from.current == message) {
            const auto left = static_cast<std::size_t>(from.stream.payload_left_bytes());
            from.stream.retarget(std::span(message->stored).last(left));
        }
    }
    op.arriving = nullptr;
    message->op = nullptr;
    if (message->claimed)
        unexpected_.add(*message);
    else
        offer(*message);
}

// Gives a message to a posted receive that matches, or lets it wait. Such a receive may have been posted while another
// receive had the message.
void protocol::offer(incoming& message) {
    operation* next = matcher_.take_posted(message.info, message.context);
    if (!next) return incoming_.keep_waiting(message);
    completions_.or_fail(*next, [&] { receive(*next, message); });
}

}  // namespace banyan::net::detail
