#include "libnet/schedules/member_scatter.hpp"

#include <algorithm>

#include "libnet/schedules/folded_hypercube_tree.hpp"

namespace banyan::net {
namespace {

// A subtree holds consecutive members, so its blocks are consecutive.
std::size_t items_of_subtree(const item_blocks& blocks, int member) {
    return blocks.count(member, member + folded_hypercube_place(member, blocks.size()).extent);
}

// Adds the messages below `member`, which has its blocks after `before`; the rounds and items are those of the longest
// path.
void add_costs_below(const item_blocks& blocks, int member, algorithm_cost before, algorithm_cost& total) {
    const tree_place place = folded_hypercube_place(member, blocks.size());
    for (std::size_t i = place.children.size(); i-- > 0;) {
        const std::size_t items = items_of_subtree(blocks, place.children[i]);
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

}  // namespace

void add_member_scatter(schedule_builder& out, std::span<const int> ranks, int member, const item_blocks& blocks,
                        const items_at& all, const items_at& result) {
    const tree_place place = folded_hypercube_place(member, blocks.size());
    items_at held = all;
    if (place.parent) {
        held = place.children.empty() ? result : out.scratch(items_of_subtree(blocks, member));
        out.receive(ranks[static_cast<std::size_t>(*place.parent)], held);
        out.wait();
    }
    for (std::size_t i = place.children.size(); i-- > 0;) {
        const int child = place.children[i];
        out.send(ranks[static_cast<std::size_t>(child)],
                 part_of(held, blocks.count(member, child), items_of_subtree(blocks, child)));
    }
    out.copy(part_of(held, 0, result.count), result);
}

algorithm_cost member_scatter_cost(const item_blocks& blocks) {
    algorithm_cost total;
    add_costs_below(blocks, 0, {}, total);
    return total;
}

}  // namespace banyan::net
