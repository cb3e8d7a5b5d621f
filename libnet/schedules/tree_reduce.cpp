#include "libnet/schedules/tree_reduce.hpp"

#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {

items_at add_tree_reduce(schedule_builder& out, const tree_place& place, const items_at& own, items_at work) {
    const std::size_t children = place.children.size();
    if (children > 0 && work.count == 0) work = out.scratch(own.count);
    const items_at slots[] = {out.scratch(children > 0 ? own.count : 0), out.scratch(children > 1 ? own.count : 0)};
    const auto receive = [&](std::size_t child) {
        if (child < children) out.receive(place.children[child], slots[child % 2]);
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
    if (place.parent) out.send(*place.parent, value);
    out.wait();
    return value;
}

schedule tree_reduce(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    if (shape.items == 0) return out.finish();
    const tree_place place = preorder_place(over, shape.rank, shape.size);
    const bool is_root = shape.rank == shape.root;
    const items_at mine{area::input, 0, shape.items}, result{area::output, 0, shape.items};
    const items_at value = add_tree_reduce(out, place, mine, is_root ? result : items_at{});
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
