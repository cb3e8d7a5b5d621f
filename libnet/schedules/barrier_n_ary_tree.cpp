// Barrier up and down the n-ary tree: n_ary_tree.hpp, tree_barrier.hpp. With n = 4, half the levels of the binary tree.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_barrier(n_ary_tree(shape.fanout), shape);
}

algorithm_cost barrier_n_ary_tree_cost(const collective_shape& shape) {
    return tree_barrier_cost(n_ary_tree(shape.fanout), shape);
}

}  // namespace

const algorithm barrier_n_ary_tree{
    .kind = collective_kind::barrier,
    .name = "n-ary-tree",
    .summary = "up and down the n-ary tree: with n = 4, half the levels of the binary tree",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_n_ary_tree_schedule,
    .cost = &barrier_n_ary_tree_cost,
};

}  // namespace banyan::net
