#include "libnet/protocol/revocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace banyan::net::detail {

void revocation::on_revoke(const channel& from, const wire::frame_header& header) {
    if (is_collective(header.context))
        throw error(
            errc::protocol_violation,
            fmt::format("a frame revoke of context {}, which is not the first one of a group", header.context.value),
            from.peer);
    const auto members = parts_.contexts->members_of(header.context);
    const bool is_member = !members || std::find(members->begin(), members->end(), from.peer) != members->end();
    if (!is_member) return;
    parts_.contexts->avoid(header.context);  // this task may have failed in the call that has made the group elsewhere
    begin(header.context, task_id{static_cast<std::uint32_t>(header.token)}, false);
}

void revocation::begin(context_id first, task_id caller, bool tells_all) {
    revoked_group* revoked = parts_.revoked.find(first);
    const bool is_new = !revoked;
    if (is_new)
        revoked = &parts_.revoked.add(
            first,
            error(errc::revoked,
                  fmt::format("this group was revoked by {}; shrink makes a new group", parts_.name(caller)), caller));
    parts_.ended.note_revoked();
    parts_.channels.check_sends();
    arrivals_.check_messages();
    if (is_new || (tells_all && !revoked->told_others)) tell_members(first, tells_all);
    revoked->told_others |= tells_all;
    if (revoked->ended) return;
    withdrawal_.end_revoked();
    receives_.end_revoked();
    revoked->ended = true;
}

void revocation::tell_members(context_id first, bool tells_all) {
    const auto members = parts_.contexts->members_of(first);
    if (!members) return;  // the group has been destroyed, or is not made yet
    const std::size_t p = members->size();
    const auto me =
        static_cast<std::size_t>(std::find(members->begin(), members->end(), parts_.self) - members->begin());
    const wire::frame_header frame = parts_.revoked.frame_of(first);
    for (std::size_t distance = 1; distance < p; ++distance) {
        const task_id member = (*members)[(me + distance) % p];
        const bool is_neighbour = std::has_single_bit(distance) || std::has_single_bit(p - distance);
        if (tells_all || is_neighbour || parts_.channels.state_of(member) == channel::state::up)
            tell(parts_.channels.of(member), frame);
    }
}

void revocation::tell(channel& to, const wire::frame_header& frame) {
    if (to.where == channel::state::lost || !to.taking) return;
    if (to.where == channel::state::up) return parts_.output.push(to, frame);
    untold_[to.peer].push_back(frame);
    if (to.where == channel::state::down) parts_.channels.request_connection(to);
}

void revocation::on_peer_up(channel& peer) {
    const auto found = untold_.find(peer.peer);
    if (found == untold_.end()) return;
    for (const wire::frame_header& frame : found->second)
        parts_.output.push(peer, frame);
    untold_.erase(found);
}

}  // namespace banyan::net::detail
