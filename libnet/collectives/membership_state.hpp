// The calls of a group that make new groups outside the sequence of its collectives: subgroup and shrink.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// Used by the thread that makes groups.
struct membership_state {
    /// Messages of calls of subgroup that this rank has left, still to come: their number for each source and list (its
    /// hash).
    std::map<std::pair<task_id, std::uint64_t>, int> owed;
};

}  // namespace banyan::net
