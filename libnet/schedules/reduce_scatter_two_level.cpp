// Reduce-scatter of two levels: the ranks of each host reduce all blocks to a leader, the leaders make a pairwise
// reduce-scatter, and each leader scatters the result on its host. In the second step the block of a host consists of
// the blocks of its ranks. Each pair of hosts exchanges two messages.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/member_scatter.hpp"
#include "libnet/schedules/member_tree.hpp"
#include "libnet/schedules/pairwise_reduce_scatter.hpp"

namespace banyan::net {
namespace {

item_blocks blocks_of_members(const item_blocks& of_ranks, const std::vector<int>& members) {
    item_blocks blocks;
    for (const int rank : members)
        blocks.append(of_ranks.count(rank));
    return blocks;
}

item_blocks blocks_of_hosts(const item_blocks& of_ranks, const host_groups& groups) {
    item_blocks blocks;
    for (const std::vector<int>& members : groups.hosts)
        blocks.append(blocks_of_members(of_ranks, members).total());
    return blocks;
}

// The blocks of `all`, which are in the order of the ranks, host by host.
items_at grouped_by_host(schedule_builder& out, const item_blocks& of_ranks, const host_groups& groups,
                         const items_at& all) {
    if (groups.consecutive()) return all;
    const items_at grouped = out.scratch(all.count);
    std::size_t first = 0;
    for (const std::vector<int>& members : groups.hosts)
        for (const int rank : members) {
            const std::size_t items = of_ranks.count(rank);
            out.copy(part_of(all, of_ranks.begin(rank), items), part_of(grouped, first, items));
            first += items;
        }
    return grouped;
}

// The part of a leader between the hosts: `all` holds the blocks of all ranks, combined on its host. Returns where the
// blocks of its ranks are, combined over all hosts. `result` is for its own block.
items_at combine_hosts(schedule_builder& out, const item_blocks& of_ranks, const host_groups& groups, int host,
                       const items_at& all, const items_at& result) {
    if (groups.hosts.size() == 1) return all;
    const item_blocks of_hosts = blocks_of_hosts(of_ranks, groups);
    const bool is_alone = groups.hosts[static_cast<std::size_t>(host)].size() == 1;
    const items_at combined = is_alone ? result : out.scratch(of_hosts.count(host));
    const items_at grouped = grouped_by_host(out, of_ranks, groups, all);
    add_member_reduce_scatter(out, groups.leaders(), host, of_hosts, grouped, combined);
    return combined;
}

schedule reduce_scatter_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const std::vector<int>& members = groups.host_of_rank(shape.rank);
    const int me = groups.member_of(shape.rank), host = groups.host_of[static_cast<std::size_t>(shape.rank)];
    const item_blocks blocks = item_blocks::of_ranks(shape);
    const items_at result{area::output, 0, blocks.count(shape.rank)};
    items_at held = add_member_reduce(out, members, me, {area::input, 0, blocks.total()}, {area::scratch, 0, 0});
    if (me == 0) held = combine_hosts(out, blocks, groups, host, held, result);
    add_member_scatter(out, members, me, blocks_of_members(blocks, members), held, result);
    return out.finish();
}

algorithm_cost reduce_scatter_two_level_cost(const collective_shape& shape) {
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const item_blocks blocks = item_blocks::of_ranks(shape);
    algorithm_cost reductions, scatters;
    for (const std::vector<int>& members : groups.hosts) {
        reductions = side_by_side(reductions, member_reduce_cost(static_cast<int>(members.size()), blocks.total()));
        scatters = side_by_side(scatters, member_scatter_cost(blocks_of_members(blocks, members)));
    }
    const algorithm_cost between = pairwise_reduce_scatter_cost(blocks_of_hosts(blocks, groups));
    return in_sequence(in_sequence(reductions, between), scatters);
}

}  // namespace

const algorithm reduce_scatter_two_level{
    .kind = collective_kind::reduce_scatter,
    .name = "two-level",
    .summary =
        "on each host, between hosts, on each host; needs an operation that commutes or hosts of consecutive ranks",
    .standard_association = false,
    .fits = &may_combine_by_host,
    .make = &reduce_scatter_two_level_schedule,
    .cost = &reduce_scatter_two_level_cost,
};

}  // namespace banyan::net
