// Broadcast from the root to each rank: star_tree.hpp, tree_broadcast.hpp. p - 1 rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/star_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"

namespace banyan::net {
namespace {

schedule broadcast_linear_schedule(const collective_shape& shape) {
    return tree_broadcast(star_tree, shape);
}

algorithm_cost broadcast_linear_cost(const collective_shape& shape) {
    return tree_broadcast_cost(star_tree, shape);
}

}  // namespace

const algorithm broadcast_linear{
    .kind = collective_kind::broadcast,
    .name = "linear",
    .summary = "from the root to each rank: one message to each, many rounds",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_linear_schedule,
    .cost = &broadcast_linear_cost,
};

}  // namespace banyan::net
