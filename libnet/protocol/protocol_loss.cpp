// Peers that send no more messages: which operations end with them, and which receives can get no message any more.
#include <algorithm>

#include "libnet/protocol/protocol.hpp"
#include "libnet/protocol/unmatched_note.hpp"

namespace banyan::net::detail {

void protocol::peer_lost(task_id peer, errc why, const std::string& text) {
    channel& c = channels_.of(peer);
    if (c.where == channel::state::lost) return;
    const error gone(why, text, peer);
    const auto newest = newest_complete(c);  // the steps below allocate no memory
    c.where = channel::state::lost;
    c.why = gone;
    drop_unsent(c, gone);
    c.stream.drop_frames([&](outgoing& message) { outgoing_.drop(message, gone); });
    channels_.update_lacks_credit(c);
    lose_all(c, newest);
    c.current = nullptr;
    c.coming.clear();
    c.retracted.clear();
    on_end_of_sending(c);
}

// All messages of the peer are in the matcher. Fails the receives that no message can match any more.
void protocol::on_end_of_sending(channel& gone) {
    ended_senders_.add(gone);
    const auto waiting = note_of(matcher_, gone.peer);
    matcher_.unpost_if([&](operation& posted) {
        const bool fails = ended_senders_.find(posted.from) != nullptr;
        if (fails) completions_.fail(posted, with_note(*gone.why, waiting, posted.from));
        return fails;
    });
}

std::optional<error> protocol::why_unmatchable(const selector& from) const {
    const channel* gone = ended_senders_.find(from);
    if (!gone) return std::nullopt;
    return with_note(*gone->why, note_of(matcher_, gone->peer), from);
}

// For each context, the sequence number of the peer's last message that has arrived completely.
protocol::sequence_of_context protocol::newest_complete(const channel& from) {
    sequence_of_context newest;
    incoming_.for_each([&](const incoming& message) {
        if (message.from != &from || message.where != incoming::stage::complete) return;
        auto& last = newest[message.context];
        last = std::max(last, message.sequence);
    });
    return newest;
}

// The peer is lost: ends all its messages that are not complete, in one pass and without allocating memory.
void protocol::lose_all(channel& from, const sequence_of_context& newest) {
    const auto unfinished = [](const incoming& message) {
        return message.where == incoming::stage::rendezvous || message.where == incoming::stage::arriving;
    };
    const auto is_overtaken = [&](const incoming& message) {
        const auto last = newest.find(message.context);
        return last != newest.end() && last->second > message.sequence;
    };
    matcher_.remove_waiting_if(from.peer,
                               [&](const incoming& message) { return unfinished(message) && !is_overtaken(message); });
    incoming_.for_each([&](incoming& message) {
        if (message.from == &from && unfinished(message)) lose(message, is_overtaken(message));
    });
}

// A receive must not silently get a later message in place of this one. If a later message is complete, this one keeps
// its place in the queue, and the receive that takes it fails. Otherwise it is removed.
void protocol::lose(incoming& message, bool overtaken) {
    if (operation* op = message.op) {
        completions_.fail(*op, *message.from->why);
    } else if (!message.in_place) {
        if (message.claimed || overtaken) {
            unexpected_.drop_payload(message);
            message.where = incoming::stage::lost;
            return;
        }
        unexpected_.remove(message);
    }
    release(message);
}

// True if a later message of the same sender is complete and can still be received, possibly after its claim is
// dropped.
bool protocol::overtaken(const incoming& message) {
    bool found = false;
    incoming_.for_each([&](const incoming& other) {
        found |= other.from == message.from && other.context == message.context && other.sequence > message.sequence &&
                 other.where == incoming::stage::complete;
    });
    return found;
}

}  // namespace banyan::net::detail
