// Revokes groups: tells the other members, and ends the operations and messages of the group.
//
// The task that calls revoke() tells all other members. A task that learns of it for the first time tells the members
// that it is connected to, and those at distances +-2^k. So the others learn of it although the first task dies
// meanwhile. A task tells a peer before it drops a message of that peer, because then the peer withdraws the message
// itself and its send fails.
#pragma once

#include <unordered_map>
#include <vector>

#include "libnet/protocol/message_arrivals.hpp"
#include "libnet/protocol/protocol_parts.hpp"
#include "libnet/protocol/receives.hpp"
#include "libnet/protocol/send_withdrawal.hpp"

namespace banyan::net::detail {

class revocation {
  public:
    /// Borrows its arguments.
    revocation(protocol_parts& parts, receives& of_program, message_arrivals& arrivals, send_withdrawal& withdrawal)
        : parts_(parts), receives_(of_program), arrivals_(arrivals), withdrawal_(withdrawal) {}

    /// The program revokes the group whose first context is `first`. Does nothing if it has done so before.
    void revoke(context_id first) { begin(first, parts_.self, true); }
    /// A peer tells that a group is revoked. Throws errc::protocol_violation.
    void on_revoke(const channel& from, const wire::frame_header& header);
    /// Tells a peer that is connected now what it has not been told.
    void on_peer_up(channel& peer);
    void on_peer_lost(task_id peer) { untold_.erase(peer); }
    /// False while a peer that is not connected has not been told.
    [[nodiscard]] bool has_told() const { return untold_.empty(); }

  private:
    void begin(context_id first, task_id caller, bool tells_all);
    void tell_members(context_id first, bool tells_all);
    void tell(channel& to, const wire::frame_header& frame);

    protocol_parts& parts_;
    receives& receives_;
    message_arrivals& arrivals_;
    send_withdrawal& withdrawal_;
    std::unordered_map<task_id, std::vector<wire::frame_header>> untold_;  // for the peers that are not connected
};

}  // namespace banyan::net::detail
