#include "libnet/schedules/member_tree.hpp"

#include <algorithm>

#include "libnet/schedules/folded_hypercube_tree.hpp"

namespace banyan::net {
namespace {

tree_place place_in(std::span<const int> ranks, int member) {
    return folded_hypercube_place(member, static_cast<int>(ranks.size()));
}

int rank_of(std::span<const int> ranks, int member) {
    return ranks[static_cast<std::size_t>(member)];
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
    const tree_place place = place_in(ranks, member);
    const std::size_t children = place.children.size();
    if (children > 0 && work.count == 0) work = out.scratch(own.count);
    const items_at slots[] = {out.scratch(children > 0 ? own.count : 0), out.scratch(children > 1 ? own.count : 0)};
    const auto receive = [&](std::size_t child) {
        if (child < children) out.receive(rank_of(ranks, place.children[child]), slots[child % 2]);
        return out.transfers();
    };
    items_at value = own;
    std::size_t next = receive(0);
    for (std::size_t child = 0; child < children; ++child) {
        const std::size_t now = next;
        next = receive(child + 1);
        out.wait_for(now);
        out.combine(value, slots[child % 2], work);
        value = work;
    }
    if (place.parent) out.send(rank_of(ranks, *place.parent), value);
    out.wait();
    return value;
}

algorithm_cost member_reduce_cost(int members, std::size_t items) {
    algorithm_cost cost = messages_to_all(members, items);
    cost.path_combined = cost.path_items;
    return cost;
}

void add_member_broadcast(schedule_builder& out, std::span<const int> ranks, int member, const items_at& items) {
    const tree_place place = place_in(ranks, member);
    if (place.parent) out.receive(rank_of(ranks, *place.parent), items);
    out.wait();
    for (std::size_t i = place.children.size(); i-- > 0;)
        out.send(rank_of(ranks, place.children[i]), items);
    out.wait();
}

algorithm_cost member_broadcast_cost(int members, std::size_t items) {
    return messages_to_all(members, items);
}

}  // namespace banyan::net
