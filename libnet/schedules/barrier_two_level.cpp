// Barrier of two levels: the ranks of each host signal their leader up the hypercube tree, the leaders disseminate, and
// each leader signals its host down the tree. Between hosts there are as few messages as for one rank per host.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/member_dissemination.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const std::vector<int>& members = groups.host_of_rank(shape.rank);
    const tree_place place = renumbered(hypercube_place(groups.member_of(shape.rank), static_cast<int>(members.size())),
                                        [&members](int member) { return members[static_cast<std::size_t>(member)]; });
    add_signals_up(out, place);
    if (!place.parent)
        add_member_dissemination(out, groups.leaders(), groups.host_of[static_cast<std::size_t>(shape.rank)]);
    add_signals_down(out, place);
    return out.finish();
}

algorithm_cost barrier_two_level_cost(const collective_shape& shape) {
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    algorithm_cost on_hosts;
    for (const std::vector<int>& members : groups.hosts)
        on_hosts =
            side_by_side(on_hosts, tree_barrier_cost(hypercube_tree, {.size = static_cast<int>(members.size())}));
    return in_sequence(on_hosts, member_dissemination_cost(static_cast<int>(groups.hosts.size())));
}

}  // namespace

const algorithm barrier_two_level{
    .kind = collective_kind::barrier,
    .name = "two-level",
    .summary = "up a tree on each host, dissemination between the leaders, down the trees: few messages between hosts",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_two_level_schedule,
    .cost = &barrier_two_level_cost,
};

}  // namespace banyan::net
