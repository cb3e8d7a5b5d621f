// Peers that send no more messages: which operations end with them, and which receives can get no message any more.
#include "libnet/protocol/protocol.hpp"
#include "libnet/protocol/unmatched_note.hpp"

namespace banyan::net::detail {

void protocol::peer_lost(task_id peer, errc why, const std::string& text) {
    channel& c = channels_.of(peer);
    if (c.where == channel::state::lost) return;
    const error gone(why, text, peer);
    const auto newest = incoming_.newest_complete(c);  // the steps below allocate no memory
    c.where = channel::state::lost;
    c.why = gone;
    drop_unsent(c, gone);
    c.stream.drop_frames([&](outgoing& message) { outgoing_.drop(message, gone); });
    channels_.update_lacks_credit(c);
    incoming_.lose_all(c, newest);
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

}  // namespace banyan::net::detail
