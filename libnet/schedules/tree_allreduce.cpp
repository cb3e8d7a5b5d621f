#include "libnet/schedules/tree_allreduce.hpp"

#include "libnet/schedules/tree_broadcast.hpp"
#include "libnet/schedules/tree_cost.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {

schedule tree_allreduce(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    const tree_place place = preorder_place(over, shape.rank, shape.size);
    const items_at mine{area::input, 0, shape.items}, result{area::output, 0, shape.items};
    add_tree_reduce(out, place, mine, result);
    if (shape.size == 1) out.copy(mine, result);
    add_tree_broadcast(out, place, result);
    return out.finish();
}

algorithm_cost tree_allreduce_cost(const tree& over, const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0) return {};
    const std::vector<tree_place> places = preorder_places(over, shape.size);
    const std::uint64_t rounds = time_up(places, one_round) + time_down(places, one_round);
    const auto messages = 2 * static_cast<std::uint64_t>(shape.size - 1);
    return {static_cast<int>(rounds), messages, messages * m, rounds * m, combinations_up(places) * m};
}

}  // namespace banyan::net
