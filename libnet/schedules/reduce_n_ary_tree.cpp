// Reduce up the 4-ary tree to rank 0, which sends the result to the root: n_ary_tree.hpp, tree_reduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

schedule reduce_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_reduce(four_ary_tree, shape);
}

algorithm_cost reduce_n_ary_tree_cost(const collective_shape& shape) {
    return tree_reduce_cost(four_ary_tree, shape);
}

}  // namespace

const algorithm reduce_n_ary_tree{
    .kind = collective_kind::reduce,
    .name = "n-ary-tree",
    .summary = "up the 4-ary tree to rank 0, then to the root: half the levels of the binary tree",
    .standard_association = false,
    .fits = nullptr,
    .make = &reduce_n_ary_tree_schedule,
    .cost = &reduce_n_ary_tree_cost,
};

}  // namespace banyan::net
