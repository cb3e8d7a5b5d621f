// Reduce-scatter as a reduction of all blocks up the folded hypercube tree to rank 0 and a scatter down the same tree:
// the fewest messages.
#include <numeric>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/folded_hypercube_tree.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/member_tree.hpp"

namespace banyan::net {
namespace {

// A subtree holds consecutive ranks, so its blocks are consecutive.
items_at blocks_of_subtree(const item_blocks& blocks, int rank) {
    const tree_place place = folded_hypercube_place(rank, blocks.size());
    return blocks.range(area::scratch, rank, rank + place.extent);
}

// `all`: on rank 0 the blocks of all ranks.
void add_scatter(schedule_builder& out, int rank, const item_blocks& blocks, const items_at& all) {
    const tree_place place = folded_hypercube_place(rank, blocks.size());
    const items_at result{area::output, 0, blocks.count(rank)};
    const std::size_t count = blocks_of_subtree(blocks, rank).count;
    items_at held = all;
    if (place.parent) {
        held = place.children.empty() ? result : out.scratch(count);
        out.receive(*place.parent, held);
        out.wait();
    }
    for (std::size_t i = place.children.size(); i-- > 0;) {
        const int child = place.children[i];
        out.send(child, part_of(held, blocks.count(rank, child), blocks_of_subtree(blocks, child).count));
    }
    out.copy(part_of(held, 0, result.count), result);
}

// Adds the messages below `rank`, which has its blocks after `before`; the rounds and items are those of the longest
// path.
void add_costs_below(const item_blocks& blocks, int rank, algorithm_cost before, algorithm_cost& total) {
    const tree_place place = folded_hypercube_place(rank, blocks.size());
    for (std::size_t i = place.children.size(); i-- > 0;) {
        const std::size_t items = blocks_of_subtree(blocks, place.children[i]).count;
        if (items == 0) continue;
        total.messages += 1;
        total.items += items;
        before.rounds += 1;
        before.path_items += items;
        total.rounds = std::max(total.rounds, before.rounds);
        total.path_items = std::max(total.path_items, before.path_items);
        add_costs_below(blocks, place.children[i], before, total);
    }
}

schedule reduce_scatter_reduce_then_scatter_schedule(const collective_shape& shape) {
    schedule_builder out;
    const item_blocks blocks = item_blocks::of_ranks(shape);
    std::vector<int> ranks(static_cast<std::size_t>(shape.size));
    std::iota(ranks.begin(), ranks.end(), 0);
    const items_at all =
        add_member_reduce(out, ranks, shape.rank, {area::input, 0, blocks.total()}, {area::scratch, 0, 0});
    add_scatter(out, shape.rank, blocks, all);
    return out.finish();
}

algorithm_cost reduce_scatter_reduce_then_scatter_cost(const collective_shape& shape) {
    const item_blocks blocks = item_blocks::of_ranks(shape);
    algorithm_cost scatter;
    add_costs_below(blocks, 0, {}, scatter);
    return in_sequence(member_reduce_cost(shape.size, blocks.total()), scatter);
}

}  // namespace

const algorithm reduce_scatter_reduce_then_scatter{
    .kind = collective_kind::reduce_scatter,
    .name = "reduce-then-scatter",
    .summary = "up the hypercube tree to rank 0 and down again: the fewest messages",
    .standard_association = true,
    .fits = nullptr,
    .make = &reduce_scatter_reduce_then_scatter_schedule,
    .cost = &reduce_scatter_reduce_then_scatter_cost,
};

}  // namespace banyan::net
