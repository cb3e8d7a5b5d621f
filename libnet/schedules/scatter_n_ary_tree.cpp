// Scatter down the n-ary tree: n_ary_tree.hpp, tree_gather.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule scatter_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_scatter(n_ary_tree(shape.fanout), shape);
}

algorithm_cost scatter_n_ary_tree_cost(const collective_shape& shape) {
    return tree_scatter_cost(n_ary_tree(shape.fanout), shape);
}

}  // namespace

const algorithm scatter_n_ary_tree{
    .kind = collective_kind::scatter,
    .name = "n-ary-tree",
    .summary = "down the n-ary tree, with the blocks of a subtree in one message",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_n_ary_tree_schedule,
    .cost = &scatter_n_ary_tree_cost,
};

}  // namespace banyan::net
