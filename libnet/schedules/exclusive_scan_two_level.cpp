// Exclusive scan of two levels: an exclusive scan on each host, then one between the last ranks of the hosts, whose
// result each of them broadcasts on its host: member_scan.hpp, scan_of_hosts.hpp.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/member_scan.hpp"
#include "libnet/schedules/scan_of_hosts.hpp"

namespace banyan::net {
namespace {

// The combination of the host's items, on its last rank. `on_host`: the result of the exclusive scan on the host.
items_at total_of_host(schedule_builder& out, int member, const items_at& on_host, const items_at& own) {
    if (member == 0) return own;
    const items_at total = out.scratch(own.count);
    out.combine(on_host, own, total);
    return total;
}

schedule exclusive_scan_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const std::vector<int>& members = groups.host_of_rank(shape.rank);
    const int me = groups.member_of(shape.rank);
    const items_at own{area::input, 0, shape.items}, result{area::output, 0, shape.items};
    add_member_exclusive_scan(out, members, me, own, result);
    if (groups.hosts.size() == 1) return out.finish();
    const bool is_last = shape.rank == members.back();
    const items_at total = is_last ? total_of_host(out, me, result, own) : items_at{};
    const bool on_first_host = groups.host_of[static_cast<std::size_t>(shape.rank)] == 0;
    const items_at before = on_first_host ? items_at{} : me == 0 ? result : out.scratch(shape.items);
    add_scan_of_hosts(out, groups, shape.rank, total, before);
    if (!on_first_host && me > 0) out.combine(before, result, result);
    return out.finish();
}

algorithm_cost exclusive_scan_two_level_cost(const collective_shape& shape) {
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    algorithm_cost on_hosts;
    for (const std::vector<int>& members : groups.hosts) {
        const auto count = static_cast<int>(members.size());
        algorithm_cost on_host = member_exclusive_scan_cost(count, shape.items);
        if (count > 1 && groups.hosts.size() > 1) on_host.path_combined += shape.items;  // the total of the host
        on_hosts = side_by_side(on_hosts, on_host);
    }
    algorithm_cost total = in_sequence(on_hosts, scan_of_hosts_cost(groups, shape.items));
    // The first rank of a host has no result of its host to combine with that of the hosts before.
    if (std::any_of(groups.hosts.begin() + 1, groups.hosts.end(),
                    [](const std::vector<int>& members) { return members.size() > 1; }))
        total.path_combined += shape.items;
    return total;
}

}  // namespace

const algorithm exclusive_scan_two_level{
    .kind = collective_kind::exclusive_scan,
    .name = "two-level",
    .summary = "on each host, between hosts, on each host; needs hosts of consecutive ranks",
    .standard_association = false,
    .fits = &scan_of_hosts_fits,
    .make = &exclusive_scan_two_level_schedule,
    .cost = &exclusive_scan_two_level_cost,
};

}  // namespace banyan::net
