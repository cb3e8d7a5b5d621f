// Reduce up the n-ary tree to rank 0, which sends the result to the root: n_ary_tree.hpp, tree_reduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

schedule reduce_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_reduce(n_ary_tree(shape.fanout), shape);
}

algorithm_cost reduce_n_ary_tree_cost(const collective_shape& shape) {
    return tree_reduce_cost(n_ary_tree(shape.fanout), shape);
}

}  // namespace

const algorithm reduce_n_ary_tree{
    .kind = collective_kind::reduce,
    .name = "n-ary-tree",
    .summary = "up the n-ary tree to rank 0, then to the root: with n = 4, half the levels of the binary tree",
    .standard_association = false,
    .fits = nullptr,
    .make = &reduce_n_ary_tree_schedule,
    .cost = &reduce_n_ary_tree_cost,
};

}  // namespace banyan::net
