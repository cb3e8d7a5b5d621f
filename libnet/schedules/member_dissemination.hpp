// The dissemination of some ranks, the members, as a part of schedules: after round k a member has received, directly
// or indirectly, a signal from each of the 2^(k+1) - 1 members before it. Pure.
#pragma once

#include <span>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// ceil(log2 members) rounds. At the end all members have begun.
void add_member_dissemination(schedule_builder& out, std::span<const int> ranks, int member);
algorithm_cost member_dissemination_cost(int members);

}  // namespace banyan::net
