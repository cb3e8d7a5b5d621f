// A new group of the survivors, after a failure.
#pragma once

#include "banyan/net/group.hpp"

namespace banyan::net {

/// Agrees with the other members on which ones are alive, and returns a group of these, in the same order, with
/// contexts of its own. All members that are alive call it; one that has ended or died counts as dead. It works after
/// collectives of the group have failed, also if some ranks have not noticed it, and while more members die.
///
/// All ranks that return have the same group. It contains all of them, and no rank whose death was known when the calls
/// began. A member that dies during the call may still be in it; then the collectives of the new group fail, and the
/// members call shrink for it. All survivors call shrink equally often for a group.
///
/// The call first revokes the group (revoke.hpp): all other operations of the group end with errc::revoked at all
/// members. So a member that waits for a message of a rank that has called shrink does not wait for ever. A program
/// calls shrink after peer_lost, host_lost, collective_failed and revoked. It cannot use the old group again, except
/// to call shrink once more. Groups that were made from this one are not revoked, nor are those of distributed arrays:
/// a program revokes the groups in which members may wait before it calls shrink.
///
/// Blocks until all members that are alive have called it. Takes one round of messages between all of them, at most one
/// more for each rank that dies meanwhile, and a message of each to all others with the decision. Throws errc::timeout
/// at the deadline, and peer_lost if the others have lost their connection to this rank and count it as dead. After an
/// exception further calls for this group throw collective_failed. The others may already have agreed on a group that
/// contains this rank. Then this rank should end, and the others call shrink for that group. If two parts of a group
/// lose all connections between them and no member dies, each part continues alone.
///
/// Called by the thread that makes groups (group.hpp), in the same order on all members.
///
/// When a task of a run fails, `banyan run` sends SIGTERM to the others and kills them after `--grace` (0.25 s without
/// it). A program that continues with the new group ignores SIGTERM: examples/survivors.cpp.
[[nodiscard]] group shrink(const group& g, deadline until = {});

}  // namespace banyan::net
