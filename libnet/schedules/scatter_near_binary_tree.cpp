// Scatter down the near-binary tree: near_binary_tree.hpp, tree_gather.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule scatter_near_binary_tree_schedule(const collective_shape& shape) {
    return tree_scatter(near_binary_tree, shape);
}

algorithm_cost scatter_near_binary_tree_cost(const collective_shape& shape) {
    return tree_scatter_cost(near_binary_tree, shape);
}

}  // namespace

const algorithm scatter_near_binary_tree{
    .kind = collective_kind::scatter,
    .name = "near-binary-tree",
    .summary = "down the near-binary tree, with the blocks of a subtree in one message",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_near_binary_tree_schedule,
    .cost = &scatter_near_binary_tree_cost,
};

}  // namespace banyan::net
