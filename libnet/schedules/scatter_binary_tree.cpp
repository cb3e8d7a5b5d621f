// Scatter down the binary tree: n_ary_tree.hpp, tree_gather.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule scatter_binary_tree_schedule(const collective_shape& shape) {
    return tree_scatter(binary_tree, shape);
}

algorithm_cost scatter_binary_tree_cost(const collective_shape& shape) {
    return tree_scatter_cost(binary_tree, shape);
}

}  // namespace

const algorithm scatter_binary_tree{
    .kind = collective_kind::scatter,
    .name = "binary-tree",
    .summary = "down the binary tree, with the blocks of a subtree in one message",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_binary_tree_schedule,
    .cost = &scatter_binary_tree_cost,
};

}  // namespace banyan::net
