// Broadcast down the near-binary tree: near_binary_tree.hpp, tree_broadcast.hpp. If p is a power of two, the ranks of
// every message differ in one bit, and there are 2 log2 p - 2 rounds (p >= 4).
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"

namespace banyan::net {
namespace {

schedule broadcast_near_binary_tree_schedule(const collective_shape& shape) {
    return tree_broadcast(near_binary_tree, shape);
}

algorithm_cost broadcast_near_binary_tree_cost(const collective_shape& shape) {
    return tree_broadcast_cost(near_binary_tree, shape);
}

}  // namespace

const algorithm broadcast_near_binary_tree{
    .kind = collective_kind::broadcast,
    .name = "near-binary-tree",
    .summary = "down a binary tree whose edges are edges of the cube",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_near_binary_tree_schedule,
    .cost = &broadcast_near_binary_tree_cost,
};

}  // namespace banyan::net
