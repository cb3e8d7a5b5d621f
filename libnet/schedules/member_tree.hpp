// Reductions and broadcasts of some ranks, the members, over their folded hypercube tree (folded_hypercube_tree.hpp),
// as parts of schedules. Member 0 is the root. Pure.
#pragma once

#include <span>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// Combines the items of the members in the standard association and in their order. Returns where the member's part of
/// the result is: `own` or `work`. On member 0 this part is the result; the other members have sent it. `work` may be
/// `own`; if it has no items, it is scratch memory. While a member combines the items of one child, it receives those
/// of the next.
items_at add_member_reduce(schedule_builder& out, std::span<const int> ranks, int member, const items_at& own,
                           items_at work);
algorithm_cost member_reduce_cost(int members, std::size_t items);

/// Each member gets the items of member 0.
void add_member_broadcast(schedule_builder& out, std::span<const int> ranks, int member, const items_at& items);
algorithm_cost member_broadcast_cost(int members, std::size_t items);

}  // namespace banyan::net
