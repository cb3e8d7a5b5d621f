// Broadcast down the binary tree in segments: n_ary_tree.hpp, pipelined_broadcast.hpp. Each segment after the first
// adds 2 rounds.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/pipelined_broadcast.hpp"
#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {
namespace {

schedule broadcast_pipelined_binary_tree_schedule(const collective_shape& shape) {
    return pipelined_broadcast(binary_tree, shape);
}

algorithm_cost broadcast_pipelined_binary_tree_cost(const collective_shape& shape) {
    const std::uint64_t rounds = time_down(places_by_level(binary_tree, shape.size), one_round);
    return pipelined_broadcast_cost(std::min(2, shape.size - 1), static_cast<int>(rounds), shape);
}

}  // namespace

const algorithm broadcast_pipelined_binary_tree{
    .kind = collective_kind::broadcast,
    .name = "pipelined-binary-tree",
    .summary = "down the binary tree in segments: for long vectors and many ranks",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_pipelined_binary_tree_schedule,
    .cost = &broadcast_pipelined_binary_tree_cost,
};

}  // namespace banyan::net
