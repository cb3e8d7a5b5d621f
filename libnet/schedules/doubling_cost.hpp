// The messages of recursive doubling along the ranks: in the round of distance 1, 2, 4, ... each rank sends all its
// items to rank + distance, if there is one. Pure.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

/// The cost without combinations.
inline algorithm_cost doubling_cost(const collective_shape& shape) {
    if (shape.items == 0) return {};
    algorithm_cost cost;
    cost.rounds = cube_dimension(shape.size);
    for (int distance = 1; distance < shape.size; distance *= 2)
        cost.messages += static_cast<std::uint64_t>(shape.size - distance);
    cost.items = cost.messages * shape.items;
    cost.path_items = static_cast<std::uint64_t>(cost.rounds) * shape.items;
    return cost;
}

}  // namespace banyan::net
