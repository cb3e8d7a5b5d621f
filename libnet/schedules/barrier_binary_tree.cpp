// Barrier up and down the binary tree: n_ary_tree.hpp, tree_barrier.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_binary_tree_schedule(const collective_shape& shape) {
    return tree_barrier(binary_tree, shape);
}

algorithm_cost barrier_binary_tree_cost(const collective_shape& shape) {
    return tree_barrier_cost(binary_tree, shape);
}

}  // namespace

const algorithm barrier_binary_tree{
    .kind = collective_kind::barrier,
    .name = "binary-tree",
    .summary = "up and down the binary tree: a rank has three neighbours at most",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_binary_tree_schedule,
    .cost = &barrier_binary_tree_cost,
};

}  // namespace banyan::net
