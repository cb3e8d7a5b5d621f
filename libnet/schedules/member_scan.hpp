// Scans of some ranks, the members, by recursive doubling (Hillis and Steele 1986), as parts of schedules. In the step
// of distance 1, 2, 4, ... each member sends to member + distance, if there is one. Pure.
#pragma once

#include <span>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// `mine` holds the member's items, and afterwards the combination of the members 0 .. member, in their order.
void add_member_scan(schedule_builder& out, std::span<const int> ranks, int member, const items_at& mine);
algorithm_cost member_scan_cost(int members, std::size_t items);

/// `own` are the member's items. `result` gets the combination of the members 0 .. member - 1, in their order; on
/// member 0 it is not written. They do not overlap.
void add_member_exclusive_scan(schedule_builder& out, std::span<const int> ranks, int member, const items_at& own,
                               const items_at& result);
algorithm_cost member_exclusive_scan_cost(int members, std::size_t items);

}  // namespace banyan::net
