// Allreduce of two levels: the ranks of each host reduce to a leader, the leaders exchange by the Banyan exchange, and
// each leader broadcasts the result on its host. Between hosts there are as few messages as for one rank per host.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/member_exchange.hpp"
#include "libnet/schedules/member_tree.hpp"

namespace banyan::net {
namespace {

schedule allreduce_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const std::vector<int>& members = groups.host_of_rank(shape.rank);
    const int me = groups.member_of(shape.rank);
    const items_at output{area::output, 0, shape.items};
    const items_at of_host = add_member_reduce(out, members, me, {area::input, 0, shape.items}, output);
    if (me == 0) {
        out.copy(of_host, output);
        add_member_exchange(out, groups.leaders(), groups.host_of[static_cast<std::size_t>(shape.rank)], output);
    }
    add_member_broadcast(out, members, me, output);
    return out.finish();
}

algorithm_cost allreduce_two_level_cost(const collective_shape& shape) {
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    algorithm_cost reductions, broadcasts;
    for (const std::vector<int>& members : groups.hosts) {
        const auto count = static_cast<int>(members.size());
        reductions = side_by_side(reductions, member_reduce_cost(count, shape.items));
        broadcasts = side_by_side(broadcasts, member_broadcast_cost(count, shape.items));
    }
    const auto hosts = static_cast<int>(groups.hosts.size());
    return in_sequence(in_sequence(reductions, member_exchange_cost(hosts, shape.items)), broadcasts);
}

}  // namespace

const algorithm allreduce_two_level{
    .kind = collective_kind::allreduce,
    .name = "two-level",
    .summary =
        "on each host, between hosts, on each host; needs an operation that commutes or hosts of consecutive ranks",
    .standard_association = false,
    .fits = &may_combine_by_host,
    .make = &allreduce_two_level_schedule,
    .cost = &allreduce_two_level_cost,
};

}  // namespace banyan::net
