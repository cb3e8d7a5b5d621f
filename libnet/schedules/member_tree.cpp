#include "libnet/schedules/member_tree.hpp"

#include "libnet/schedules/folded_hypercube_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

tree_place place_in_folded_tree(std::span<const int> ranks, int member) {
    return place_in_ranks(folded_hypercube_place(member, static_cast<int>(ranks.size())), ranks);
}

algorithm_cost messages_to_all(int members, std::size_t items) {
    if (items == 0) return {};
    const int rounds = cube_dimension(members);
    const auto messages = static_cast<std::uint64_t>(members - 1);
    return {rounds, messages, messages * items, static_cast<std::uint64_t>(rounds) * items, 0};
}

}  // namespace

items_at add_member_reduce(schedule_builder& out, std::span<const int> ranks, int member, const items_at& own,
                           items_at work) {
    return add_tree_reduce(out, place_in_folded_tree(ranks, member), own, work);
}

algorithm_cost member_reduce_cost(int members, std::size_t items) {
    algorithm_cost cost = messages_to_all(members, items);
    cost.path_combined = cost.path_items;
    return cost;
}

void add_member_broadcast(schedule_builder& out, std::span<const int> ranks, int member, const items_at& items) {
    add_tree_broadcast(out, place_in_folded_tree(ranks, member), items);
}

algorithm_cost member_broadcast_cost(int members, std::size_t items) {
    return messages_to_all(members, items);
}

}  // namespace banyan::net
