#include "libnet/schedules/member_tree.hpp"

#include "libnet/schedules/folded_hypercube_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"
#include "libnet/schedules/tree_cost.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

tree_place place_in_folded_tree(std::span<const int> ranks, int member) {
    return place_in_ranks(folded_hypercube_place(member, static_cast<int>(ranks.size())), ranks);
}

}  // namespace

items_at add_member_reduce(schedule_builder& out, std::span<const int> ranks, int member, const items_at& own,
                           items_at work) {
    return add_tree_reduce(out, place_in_folded_tree(ranks, member), own, work);
}

algorithm_cost member_reduce_cost(int members, std::size_t items) {
    algorithm_cost cost = cube_tree_cost(members, items);
    cost.path_combined = cost.path_items;
    return cost;
}

void add_member_broadcast(schedule_builder& out, std::span<const int> ranks, int member, const items_at& items) {
    add_tree_broadcast(out, place_in_folded_tree(ranks, member), items);
}

algorithm_cost member_broadcast_cost(int members, std::size_t items) {
    return cube_tree_cost(members, items);
}

}  // namespace banyan::net
