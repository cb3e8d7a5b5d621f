#include "libnet/schedules/scan_of_hosts.hpp"

#include <algorithm>

#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/member_scan.hpp"
#include "libnet/schedules/member_tree.hpp"

namespace banyan::net {
namespace {

std::vector<int> leaders_of_scan(const host_groups& groups) {
    std::vector<int> leaders;
    for (const std::vector<int>& members : groups.hosts)
        leaders.push_back(members.back());
    return leaders;
}

}  // namespace

bool scan_of_hosts_fits(const collective_shape& shape) {
    return group_by_host(shape.size, shape.host_of).consecutive();
}

void add_scan_of_hosts(schedule_builder& out, const host_groups& groups, int rank, const items_at& total,
                       const items_at& before) {
    const int host = groups.host_of[static_cast<std::size_t>(rank)];
    std::vector<int> from_leader = groups.host_of_rank(rank);
    std::ranges::reverse(from_leader);
    const auto me = static_cast<int>(std::ranges::find(from_leader, rank) - from_leader.begin());
    if (me == 0) add_member_exclusive_scan(out, leaders_of_scan(groups), host, total, before);
    if (host > 0) add_member_broadcast(out, from_leader, me, before);
}

algorithm_cost scan_of_hosts_cost(const host_groups& groups, std::size_t items) {
    algorithm_cost broadcasts;
    for (std::size_t host = 1; host < groups.hosts.size(); ++host)
        broadcasts =
            side_by_side(broadcasts, member_broadcast_cost(static_cast<int>(groups.hosts[host].size()), items));
    return in_sequence(member_exclusive_scan_cost(static_cast<int>(groups.hosts.size()), items), broadcasts);
}

}  // namespace banyan::net
