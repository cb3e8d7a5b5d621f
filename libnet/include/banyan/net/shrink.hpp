// A new group of the survivors, after a failure.
#pragma once

#include "banyan/net/group.hpp"

namespace banyan::net {

/// Agrees with the other members on those that are alive, and returns a group of them, in the same order, with contexts
/// of its own. All members that are alive call it; one that has ended or died counts as dead. It works after
/// collectives of the group have failed, also where some ranks have not noticed, and while more members die.
///
/// All ranks that return have the same group. It contains all of them, and no rank whose death was known when the calls
/// began. A member that dies during the call may still be in it; then the collectives of the new group fail, and the
/// members call shrink for it. A group may be shrunk several times, on all survivors equally often.
///
/// Blocks until all members that are alive have called it: some rounds of messages between all of them, at most one
/// more than ranks die meanwhile, and usually one. Throws errc::timeout at the deadline, and peer_lost if the others
/// have lost their connection to this rank and count it as dead. After an exception further calls for this group throw
/// collective_failed. The others may have agreed on a group with this rank in it before they learn that it has given
/// up: then it should end, and they call shrink for that group. If two parts of a group lose all connections between
/// them and no member dies, each part continues alone.
///
/// Called by the thread that makes groups (group.hpp), in the same order on all members.
[[nodiscard]] group shrink(const group& g, deadline until = {});

}  // namespace banyan::net
