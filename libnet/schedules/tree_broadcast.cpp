#include "libnet/schedules/tree_broadcast.hpp"

#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {

void add_tree_broadcast(schedule_builder& out, const tree_place& place, const items_at& items) {
    if (place.parent) out.receive(*place.parent, items);
    out.wait();
    for (auto child = place.children.rbegin(); child != place.children.rend(); ++child)
        out.send(*child, items);
    out.wait();
}

schedule tree_broadcast(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    const tree_place place = place_of_rank(over, shape.rank, shape.root, shape.size);
    add_tree_broadcast(out, place, {area::output, 0, shape.items});
    return out.finish();
}

algorithm_cost tree_broadcast_cost(const tree& over, const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0) return {};
    const std::uint64_t rounds = time_down(places_by_level(over, shape.size), one_round);
    const auto messages = static_cast<std::uint64_t>(shape.size - 1);
    return {static_cast<int>(rounds), messages, messages * m, rounds * m, 0};
}

}  // namespace banyan::net
