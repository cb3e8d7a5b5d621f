// Broadcast of two levels: from the root to a leader of each other host, then on each host, both on hypercube trees:
// two_level_tree.hpp, pipelined_broadcast.hpp. Each host receives the vector once. A rank sends to leaders before it
// sends to ranks of its own host.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/pipelined_broadcast.hpp"
#include "libnet/schedules/tree_cost.hpp"
#include "libnet/schedules/two_level_tree.hpp"

namespace banyan::net {
namespace {

schedule broadcast_two_level_schedule(const collective_shape& shape) {
    const two_level_tree over(shape);
    return pipelined_broadcast(renumbered(over.place_of_rank(shape.rank),
                                          [&over](int node) { return over.ranks()[static_cast<std::size_t>(node)]; }),
                               shape);
}

algorithm_cost broadcast_two_level_cost(const collective_shape& shape) {
    const std::vector<tree_place> places = two_level_tree(shape).places();
    std::size_t fanout = 0;
    for (const tree_place& place : places)
        fanout = std::max(fanout, place.children.size());
    return pipelined_broadcast_cost(static_cast<int>(fanout), static_cast<int>(time_down(places, one_round)), shape);
}

}  // namespace

const algorithm broadcast_two_level{
    .kind = collective_kind::broadcast,
    .name = "two-level",
    .summary = "to a leader of each host, then on each host, in segments: each host receives the vector once",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_two_level_schedule,
    .cost = &broadcast_two_level_cost,
};

}  // namespace banyan::net
