// Scan of two levels: a scan on each host, then an exclusive scan between the last ranks of the hosts, whose result
// each of them broadcasts on its host: member_scan.hpp, scan_of_hosts.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/member_scan.hpp"
#include "libnet/schedules/scan_of_hosts.hpp"

namespace banyan::net {
namespace {

schedule scan_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const items_at result{area::output, 0, shape.items};
    out.copy({area::input, 0, shape.items}, result);
    add_member_scan(out, groups.host_of_rank(shape.rank), groups.member_of(shape.rank), result);
    if (groups.hosts.size() == 1) return out.finish();
    const bool on_first_host = groups.host_of[static_cast<std::size_t>(shape.rank)] == 0;
    const items_at before = on_first_host ? items_at{} : out.scratch(shape.items);
    add_scan_of_hosts(out, groups, shape.rank, result, before);
    if (!on_first_host) out.combine(before, result, result);
    return out.finish();
}

algorithm_cost scan_two_level_cost(const collective_shape& shape) {
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    algorithm_cost on_hosts;
    for (const std::vector<int>& members : groups.hosts)
        on_hosts = side_by_side(on_hosts, member_scan_cost(static_cast<int>(members.size()), shape.items));
    algorithm_cost total = in_sequence(on_hosts, scan_of_hosts_cost(groups, shape.items));
    if (groups.hosts.size() > 1) total.path_combined += shape.items;  // with the result of the hosts before
    return total;
}

}  // namespace

const algorithm scan_two_level{
    .kind = collective_kind::scan,
    .name = "two-level",
    .summary = "on each host, between hosts, on each host; needs hosts of consecutive ranks",
    .standard_association = false,
    .fits = &scan_of_hosts_fits,
    .make = &scan_two_level_schedule,
    .cost = &scan_two_level_cost,
};

}  // namespace banyan::net
