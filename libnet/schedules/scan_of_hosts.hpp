// The part between hosts of the scans of two levels. Pure.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// True if the ranks of each host are consecutive, so that the hosts can scan one after another.
bool scan_of_hosts_fits(const collective_shape& shape);

/// `before` gets the combination of the items of all hosts before that of `rank`, in order; on the first host it is not
/// written. The last rank of a host is its leader, and its `total` holds the combination of its host; that of the
/// others is not used. The leaders make an exclusive scan by doubling and broadcast its result on their hosts. Needs
/// several hosts of consecutive ranks.
void add_scan_of_hosts(schedule_builder& out, const host_groups& groups, int rank, const items_at& total,
                       const items_at& before);
/// The cost is 0 on one host.
algorithm_cost scan_of_hosts_cost(const host_groups& groups, std::size_t items);

}  // namespace banyan::net
