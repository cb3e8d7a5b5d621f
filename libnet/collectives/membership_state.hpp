// The calls of a group that make new groups outside the sequence of its collectives: subgroup and shrink.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// Used by the thread that makes groups.
struct membership_state {
    /// The number of messages that are still to come from calls of subgroup that this rank has left, for each source
    /// and list (its hash).
    std::map<std::pair<task_id, std::uint64_t>, int> owed;

    std::uint64_t shrinks = 0;  ///< calls of shrink that have begun
    std::vector<bool> dead{};   ///< the ranks that earlier calls have found dead
    bool left_shrink = false;   ///< a call has failed: the other members count this rank as dead
};

}  // namespace banyan::net
