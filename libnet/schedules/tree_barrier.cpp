#include "libnet/schedules/tree_barrier.hpp"

#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {

void add_signals_up(schedule_builder& out, const tree_place& place) {
    for (const int child : place.children)
        out.await_signal(child);
    out.wait();
    if (!place.parent) return;
    out.await_signal(*place.parent);
    out.signal(*place.parent);
    out.wait();
}

void add_signals_down(schedule_builder& out, const tree_place& place) {
    for (auto child = place.children.rbegin(); child != place.children.rend(); ++child)
        out.signal(*child);
}

schedule tree_barrier(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    const tree_place place = place_of_rank(over, shape.rank, 0, shape.size);
    add_signals_up(out, place);
    add_signals_down(out, place);
    return out.finish();
}

algorithm_cost tree_barrier_cost(const tree& over, const collective_shape& shape) {
    const std::vector<tree_place> places = places_by_level(over, shape.size);
    const std::uint64_t rounds = time_up(places, one_round) + time_down(places, one_round);
    return {static_cast<int>(rounds), 2 * static_cast<std::uint64_t>(shape.size - 1), 0, 0, 0};
}

}  // namespace banyan::net
