#include "libnet/schedules/tree_reduce.hpp"

#include <algorithm>

#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {
namespace {

// Combines the items of the children into `value`. `value` is neither the input nor read before it is written.
void combine_children(schedule_builder& out, const tree_place& place, items_at mine, items_at value) {
    const std::size_t children = place.children.size();
    const items_at slots[] = {out.scratch(mine.count), out.scratch(children > 1 ? mine.count : 0)};
    const std::size_t before = out.transfers();
    const auto receive = [&](std::size_t child) { out.receive(place.children[child], slots[child % 2]); };
    for (std::size_t child = 0; child < std::min<std::size_t>(2, children); ++child)
        receive(child);
    for (std::size_t child = 0; child < children; ++child) {
        out.wait_for(before + child + 1);
        out.combine(child == 0 ? mine : value, slots[child % 2], value);
        if (child + 2 < children) receive(child + 2);
    }
}

}  // namespace

schedule tree_reduce(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    if (shape.items == 0) return out.finish();
    const tree_place place = preorder_place(over, shape.rank, shape.size);
    const bool is_root = shape.rank == shape.root;
    const items_at mine{area::input, 0, shape.items}, result{area::output, 0, shape.items};
    items_at value = mine;
    if (!place.children.empty()) {
        value = is_root ? result : out.scratch(shape.items);
        combine_children(out, place, mine, value);
    }
    if (place.parent) out.send(*place.parent, value);
    if (!place.parent && !is_root) out.send(shape.root, value);
    out.wait();
    if (is_root && place.parent) out.receive(0, result);
    if (is_root && shape.size == 1) out.copy(mine, result);
    return out.finish();
}

algorithm_cost tree_reduce_cost(const tree& over, const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0) return {};
    const std::vector<tree_place> places = preorder_places(over, shape.size);
    const auto forward = std::uint64_t{shape.root != 0};
    const std::uint64_t rounds = time_up(places, one_round) + forward;
    const auto messages = static_cast<std::uint64_t>(shape.size - 1) + forward;
    return {static_cast<int>(rounds), messages, messages * m, rounds * m, combinations_up(places) * m};
}

}  // namespace banyan::net
