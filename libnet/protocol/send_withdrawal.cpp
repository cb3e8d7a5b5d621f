#include "libnet/protocol/send_withdrawal.hpp"

#include <deque>
#include <new>
#include <vector>

namespace banyan::net::detail {

bool send_withdrawal::withdraw(operation& send, bool cancelling) {
    if (!send.sending) return true;
    outgoing& message = *send.sending;
    const std::size_t size = message.payload.size_bytes();
    const bool rendezvous = message.where == outgoing::stage::rendezvous;
    const bool to_oneself = message.where == outgoing::stage::own;
    const bool started = rendezvous || message.where == outgoing::stage::leaving;
    const bool surely_goes_on = cancelling && rendezvous && size == 0;  // a clear to send may complete it without data
    const bool kept = started && (surely_goes_on || outgoing_.buffer().has_room(size)) && outgoing_.try_keep(message);
    const bool taken_back = !kept && take_back(message);
    if (!kept && !taken_back) outgoing_.keep(message);  // a part of it has been written
    send.sending = nullptr;
    if (taken_back && !to_oneself) queue_waiting_if_possible(channels_.of(send.to.task));
    return taken_back;
}

void send_withdrawal::end_revoked() {
    std::vector<outgoing*> ended;  // found first, because taking back a message changes the queues
    outgoing_.for_each([&](outgoing& message) {
        if (revoked_.why(message.to)) ended.push_back(&message);
    });
    for (outgoing* message : ended)
        end(*message, *revoked_.why(message->to));
    channels_.for_each([this](channel& to) { queue_waiting_if_possible(to); });
}

// A message of which a part has been written continues from a copy; its receiver discards it. If there is no memory for
// the frame that retracts a message, its receiver drops it later. If there is none for the copy, the send ends when the
// message has left.
void send_withdrawal::end(outgoing& message, const error& why) {
    operation* send = message.op;
    bool released = false;
    try {
        released = take_back(message);
    } catch (const std::bad_alloc&) {
    }
    if (!send || (!released && !outgoing_.try_keep(message))) return;
    completions_.fail(*send, why);
}

// The messages after a withdrawn one may have credit now. If no memory is left, they leave with the next frame of the
// peer.
void send_withdrawal::queue_waiting_if_possible(channel& to) {
    try {
        sends_.queue_waiting(to);
    } catch (const std::bad_alloc&) {
    }
}

// Returns false if a part of the message has been written.
bool send_withdrawal::take_back(outgoing& message) {
    if (message.where == outgoing::stage::own) {
        own_.take_back(message);
        return true;
    }
    channel& to = channels_.of(message.to.task);
    if (message.where == outgoing::stage::leaving) return take_back_leaving(to, message);
    if (message.where == outgoing::stage::rendezvous) {
        retract(to, message);
        return true;
    }
    std::erase(to.waiting, &message);
    to.held_waiting -= message.held ? 1 : 0;
    outgoing_.forget(message);
    return true;
}

// The frame that is pushed has the room of the removed one, so it needs no memory.
bool send_withdrawal::take_back_leaving(channel& to, outgoing& message) {
    const bool has_data = message.token != 0;
    if (has_data) to.retracted.insert(message.token);  // may throw: nothing has changed yet
    const auto header = to.stream.take_out(message);
    if (!header) {
        if (has_data) to.retracted.erase(message.token);
        return false;
    }
    const bool returns_credit = to.credit.undo_return(header->credit_bytes);
    if (has_data) {
        retract(to, message);  // this frame returns the credit
        return true;
    }
    if (returns_credit) output_.push(to, {.kind = wire::frame_kind::credit});
    to.credit.undo_use(header->length_bytes);
    outgoing_.forget(message);
    return true;
}

// The peer answers with a clear to send of 0 bytes, unless it has already sent a clear to send.
void send_withdrawal::retract(channel& to, outgoing& message) {
    const auto entry = to.retracted.insert(message.token).first;
    try {
        output_.push(to, {.kind = wire::frame_kind::retract, .token = message.token});
    } catch (...) {
        to.retracted.erase(entry);
        throw;
    }
    const bool is_waiting = to.rendezvous.erase(message.token) > 0;  // not cleared to send
    if (is_waiting && !message.op) --to.rendezvous_buffered;
    outgoing_.forget(message);
}

}  // namespace banyan::net::detail
