// Allgather of two levels: each host gathers its blocks on a leader, the leaders exchange the blocks of their hosts by
// the Banyan exchange, and each leader broadcasts all blocks on its host. Each host receives each block once.
#include <numeric>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

// The blocks of the ranks `order` one after another from item `begin` of an area.
placed_blocks place_blocks(const block_layout& layout, std::vector<int> order, std::size_t begin, area where) {
    placed_blocks blocks{std::move(order), {begin}, where};
    for (const int rank : blocks.ranks)
        blocks.begins.push_back(blocks.begins.back() + layout.count(rank));
    return blocks;
}

// The blocks of all ranks, host by host; and the blocks of the hosts, each with its leader.
struct grouped_blocks {
    placed_blocks ranks, hosts;
    std::vector<int> first_of_host;  // index of each host's first rank in `ranks`

    grouped_blocks(const block_layout& layout, const host_groups& groups) {
        std::vector<int> order;
        for (const std::vector<int>& members : groups.hosts) {
            first_of_host.push_back(static_cast<int>(order.size()));
            order.insert(order.end(), members.begin(), members.end());
        }
        ranks = place_blocks(layout, std::move(order), 0, area::scratch);
        hosts.ranks = groups.leaders();
        for (const int first : first_of_host)
            hosts.begins.push_back(ranks.begins[static_cast<std::size_t>(first)]);
        hosts.begins.push_back(ranks.begins.back());
        // If the ranks are already grouped, the blocks are at their places in the output.
        const bool in_order = std::ranges::is_sorted(ranks.ranks);
        ranks.where = hosts.where = in_order ? area::output : area::scratch;
    }
};

void add_leader_exchange(schedule_builder& out, const grouped_blocks& grouped, const placed_blocks& result, int host) {
    add_banyan_allgather(out, grouped.hosts, host);
    if (grouped.ranks.where == area::output) return;
    for (int i = 0; i < grouped.ranks.members(); ++i)
        out.copy(grouped.ranks.block(i), result.block(grouped.ranks.rank(i)));
}

schedule allgather_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const block_layout layout(shape.items, shape.counts);
    const placed_blocks result = blocks_in_output(shape);
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const grouped_blocks grouped(layout, groups);
    const int host = groups.host_of[static_cast<std::size_t>(shape.rank)];
    const std::vector<int>& members = groups.host_of_rank(shape.rank);
    const int me = static_cast<int>(std::ranges::find(members, shape.rank) - members.begin());

    // On leaders the host's blocks have a place among those of all hosts.
    const std::size_t host_begin = grouped.hosts.begins[static_cast<std::size_t>(host)];
    const std::size_t before = me == 0 || grouped.ranks.where == area::output ? host_begin : 0;
    const placed_blocks of_host = place_blocks(layout, members, before, grouped.ranks.where);
    if (of_host.where == area::scratch) out.scratch(me == 0 ? grouped.ranks.all().count : of_host.all().count);
    add_own_block(out, of_host, me);
    add_tree_gather(out, of_host, me);
    if (me == 0) add_leader_exchange(out, grouped, result, host);
    add_tree_broadcast(out, members, me, result.all());
    return out.finish();
}

algorithm_cost allgather_two_level_cost(const collective_shape& shape) {
    const block_layout layout(shape.items, shape.counts);
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const grouped_blocks grouped(layout, groups);
    algorithm_cost gathers, broadcasts;
    for (const std::vector<int>& members : groups.hosts) {
        gathers = side_by_side(gathers, tree_gather_cost(place_blocks(layout, members, 0, area::output)));
        broadcasts =
            side_by_side(broadcasts, tree_broadcast_cost(static_cast<int>(members.size()), grouped.ranks.all().count));
    }
    return in_sequence(in_sequence(gathers, banyan_allgather_cost(grouped.hosts)), broadcasts);
}

}  // namespace

const algorithm allgather_two_level{
    .kind = collective_kind::allgather,
    .name = "two-level",
    .summary = "gather on each host, exchange between the leaders of the hosts, broadcast on each host",
    .standard_association = true,
    .fits = nullptr,
    .make = &allgather_two_level_schedule,
    .cost = &allgather_two_level_cost,
};

}  // namespace banyan::net
