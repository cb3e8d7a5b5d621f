// Barrier up and down the near-binary tree: near_binary_tree.hpp, tree_barrier.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_near_binary_tree_schedule(const collective_shape& shape) {
    return tree_barrier(near_binary_tree, shape);
}

algorithm_cost barrier_near_binary_tree_cost(const collective_shape& shape) {
    return tree_barrier_cost(near_binary_tree, shape);
}

}  // namespace

const algorithm barrier_near_binary_tree{
    .kind = collective_kind::barrier,
    .name = "near-binary-tree",
    .summary = "up and down a binary tree whose edges are edges of the cube",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_near_binary_tree_schedule,
    .cost = &barrier_near_binary_tree_cost,
};

}  // namespace banyan::net
