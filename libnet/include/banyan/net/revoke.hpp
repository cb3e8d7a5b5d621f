// Ends all operations of a group at all its members, after a failure.
#pragma once

#include "banyan/net/group.hpp"

namespace banyan::net {

/// Revokes the group. Any member may call it at any time, alone or at the same time as others, also while collectives
/// are under way. Returns at once: the other members are told in the background, also if this task computes or ends.
///
/// All pending and later operations of the group then throw errc::revoked at this member at once, and at each other
/// member when it is told: receives, probes, claims, sends, and collectives (also split, duplicate and subgroup), in
/// every form. peer() of the error is the task that has called revoke. A member that computes learns of it in its next
/// call. A collective in which a member has nothing to send or receive succeeds there. Only shrink (shrink.hpp) still
/// works. Groups that were made from this one are not affected.
///
/// Messages that no receive has got yet are dropped, also claimed ones. A send that has already returned may be one of
/// them. Results of requests that were done before stay valid. A group stays revoked for ever; a program that chooses
/// contexts does not use those of a revoked group again.
///
/// Throws errc::unknown_task, before anything else happens, if a member of the group is not a task of the run.
void revoke(const group& g);

/// Whether the group has been revoked, as far as this member has been told. Never blocks.
[[nodiscard]] bool is_revoked(const group& g);

}  // namespace banyan::net
