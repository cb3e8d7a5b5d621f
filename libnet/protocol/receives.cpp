#include "libnet/protocol/receives.hpp"

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "libnet/protocol/payload_memory.hpp"
#include "libnet/protocol/unmatched_note.hpp"

namespace banyan::net::detail {

void receives::match(operation& op) {
    if (incoming* message = matcher_.find_waiting(op.from)) {
        incoming_.take_waiting(*message);
        receive(op, *message);
    } else if (!ended_senders_.any() || !fail_unmatchable(op)) {
        matcher_.post(op);
    }
}

// Fails a receive that can get no message. Returns false if a message can still arrive.
bool receives::fail_unmatchable(operation& op) {
    if (const error* revoked = revoked_.why(op.from)) {
        completions_.fail(op, *revoked);
        return true;
    }
    const channel* gone = ended_senders_.find(op.from);
    if (gone) completions_.fail(op, with_note(*gone->why, note_of(matcher_, gone->peer), op.from));
    return gone != nullptr;
}

void receives::start(operation& op, incoming& claimed) {
    op.from.context = claimed.context;  // for traces and wait reports
    op.order = claimed.claim_order;
    completions_.note_start(op);
    unexpected_.remove(claimed);
    const error* revoked = revoked_.why(claimed.context, claimed.info.tag);
    if (!revoked) return receive(op, claimed);
    completions_.fail(op, *revoked);
    claimed.claimed = false;
    drop_revoked(claimed);
}

void receives::receive(operation& op, incoming& message) {
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

void receives::receive_nothing(operation& op, incoming& message) {
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

// Delivers a message that waited in the memory of its sender to the receive that takes it.
void receives::deliver_own(incoming& message) {
    outgoing& sender = *std::exchange(message.sender, nullptr);
    region_cursor from(sender.payload);
    auto place = incoming_messages::place_of(message);
    copy_bytes(from, place);
    message.where = incoming::stage::complete;
    outgoing_.complete(sender);
    finish(message);
}

// If there is no memory for the clear to send, the message waits again.
void receives::ask_for(incoming& message) {
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

void receives::clear_to_send(incoming& message, std::uint64_t bytes) {
    channel& from = *message.from;
    output_.push(from, {.kind = wire::frame_kind::clear_to_send, .length_bytes = bytes, .token = message.token});
    message.where = incoming::stage::arriving;
    if (bytes > 0) return;
    from.coming.erase(message.token);
    message.where = incoming::stage::complete;
    if (message.op || message.in_place) finish(message);
}

incoming* receives::claim(const selector& from) {
    incoming* message = matcher_.find_waiting(from);
    if (!message) return nullptr;
    matcher_.remove_waiting(*message);  // it still counts as unexpected data
    message->claimed = true;
    message->claim_order = ++started_;
    return message;
}

void receives::put_back(incoming& claimed) {
    claimed.claimed = false;
    unexpected_.remove(claimed);
    const bool lost = claimed.where == incoming::stage::lost && !incoming_.is_overtaken(claimed);
    if (lost || claimed.where == incoming::stage::retracted)
        incoming_.release(claimed);
    else if (revoked_.why(claimed.context, claimed.info.tag))
        drop(claimed);
    else
        offer(claimed);
}

void receives::bind(incoming& message, operation& op) {
    message.in_place = true;
    if (!make_room(op, message.info)) return;
    message.op = &op;
    op.arriving = &message;
}

// If the message does not fit, fails the receive and returns false.
bool receives::make_room(operation& op, const message_info& info) {
    if (op.growing) return grow(op, info);
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

// The container of the program gets the length of the message. If there is no memory, fails the receive.
bool receives::grow(operation& op, const message_info& info) {
    try {
        op.buffer = op.growing->resize(op.growing->items, info.size_bytes);
        return true;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    refuse(op, info, errc::resource_limit);
    return false;
}

// Fails a receive whose message is too long for it or for the memory. The message is consumed.
void receives::refuse(operation& op, const message_info& info, errc why) {
    op.info = info;
    try {
        completions_.fail(
            op, why,
            size_and_source(info, name_(info.source)) +
                (why == errc::truncated ? fmt::format("; the buffer holds {} bytes", op.buffer.size_bytes())
                                        : "; there is not enough memory for it (ulimit -v)"),
            info.source);
    } catch (const std::bad_alloc&) {
        completions_.fail_without_memory(op);
    }
}

void receives::pull(const selector& from, std::size_t offered_bytes) {
    incoming* message = matcher_.find_waiting(from);
    if (!message || message->where != incoming::stage::rendezvous || message->sender) return;
    const bool offered = message->info.size_bytes <= offered_bytes;  // otherwise it might never come
    if (!offered && !unexpected_.has_extra_room(message->info.size_bytes)) return;
    std::vector<std::byte> memory;
    if (!take_memory(memory, message->info.size_bytes))  // the message keeps waiting at its sender
        throw no_memory_for(message->info, name_(message->info.source));
    clear_to_send(*message, message->info.size_bytes);
    message->stored = std::move(memory);
    unexpected_.add_payload(*message);
    unexpected_.add_extra(*message);
}

void receives::finish(incoming& message) {
    if (operation* op = message.op) {
        if (!message.in_place && op->owner) *op->owner = std::move(message.stored);
        if (message.in_place || op->owner)
            completions_.succeed(*op, message.info);
        else
            hand_over(*op, message.info, message.stored);
    }
    incoming_.release(message);
}

void receives::hand_over(operation& op, const message_info& info, std::span<const std::byte> payload) {
    if (!make_room(op, info)) return;
    copy_bytes(payload, op.buffer);
    completions_.succeed(op, info);
}

void receives::withdraw(operation& op) {
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

void receives::abandon(operation& op) noexcept {
    incoming* message = std::exchange(op.arriving, nullptr);
    if (!message) return;
    message->op = nullptr;
    message->in_place = !message->claimed;  // a claimed message stays with its holder
    if (message->claimed) unexpected_.add(*message);
}

// Gives a message to a posted receive that matches, or lets it wait. Such a receive may have been posted while another
// receive had the message.
void receives::offer(incoming& message) {
    operation* next = matcher_.take_posted(message.info, message.context);
    if (!next) return incoming_.keep_waiting(message);
    completions_.or_fail(*next, [&] { receive(*next, message); });
}

void receives::remove(incoming& message) {
    operation* receive = message.op;
    const bool claimed = message.claimed;
    if (claimed && !receive) {
        unexpected_.drop_payload(message);
        message.where = incoming::stage::retracted;
        return;
    }
    if (!receive && !message.in_place) incoming_.take_waiting(message);  // otherwise it was dropped
    const task_id sender = message.info.source;
    incoming_.release(message);
    if (!receive) return;
    receive->arriving = nullptr;
    if (claimed)
        completions_.fail(*receive, errc::cancelled, "the sender has withdrawn the claimed message", sender);
    else
        completions_.or_fail(*receive, [&] { take_another(*receive); });
}

void receives::take_another(operation& receive) {
    if (matcher_.find_waiting(receive.from) || ended_senders_.find(receive.from))
        match(receive);
    else
        matcher_.post_again(receive);
}

void receives::end_sender(channel& gone) {
    ended_senders_.add(gone);
    const auto waiting = note_of(matcher_, gone.peer);
    matcher_.unpost_if([&](operation& posted) {
        const bool fails = ended_senders_.find(posted.from) != nullptr;
        if (fails) completions_.fail(posted, with_note(*gone.why, waiting, posted.from));
        return fails;
    });
}

void receives::end_revoked() {
    matcher_.unpost_if([&](operation& posted) {
        const error* why = revoked_.why(posted.from);
        if (why) completions_.fail(posted, *why);
        return why != nullptr;
    });
    incoming_.for_each([&](incoming& message) {
        if (const error* why = revoked_.why(message.context, message.info.tag)) end_revoked(message, *why);
    });
}

void receives::end_revoked(incoming& message, const error& why) {
    if (operation* receive = std::exchange(message.op, nullptr)) {
        completions_.fail(*receive, why);
        message.claimed = false;
    } else if (message.claimed || message.in_place) {
        return;  // its holder ends it, or its bytes are discarded already
    } else {
        incoming_.take_waiting(message);
    }
    drop_revoked(message);
}

// If there is no memory for the answer to a rendezvous request, the sender retracts the message when it learns that the
// group is revoked.
void receives::drop_revoked(incoming& message) {
    try {
        drop(message);
    } catch (const std::bad_alloc&) {
    }
}

// A sender that has got the goodbye of this task has dropped the message, and takes no answer to its request.
void receives::refuse_request(incoming& message) {
    if (!message.from->sent_goodbye) return clear_to_send(message, 0);
    message.from->coming.erase(message.token);
    incoming_.release(message);
}

void receives::drop(incoming& message) {
    message.in_place = true;
    if (message.where == incoming::stage::rendezvous) return refuse_request(message);
    if (message.where != incoming::stage::arriving) return incoming_.release(message);
    if (channel& from = *message.from; from.current == &message) from.stream.retarget(std::span<std::byte>{});
    message.stored = {};
}

std::optional<error> receives::why_unmatchable(const selector& from) const {
    if (const error* revoked = revoked_.why(from)) return *revoked;
    const channel* gone = ended_senders_.find(from);
    if (!gone) return std::nullopt;
    return with_note(*gone->why, note_of(matcher_, gone->peer), from);
}

}  // namespace banyan::net::detail
