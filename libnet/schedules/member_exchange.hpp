// The Banyan exchange (banyan_exchange.hpp) of some ranks, the members, as a part of schedules: an allreduce in the
// standard association. Pure.
#pragma once

#include <span>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// `mine` holds the member's items, and afterwards the combination of all in the order of the members.
void add_member_exchange(schedule_builder& out, std::span<const int> ranks, int member, const items_at& mine);
algorithm_cost member_exchange_cost(int members, std::size_t items);

}  // namespace banyan::net
