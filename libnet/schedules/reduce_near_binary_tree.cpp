// Reduce up the near-binary tree to rank 0, which sends the result to the root: near_binary_tree.hpp, tree_reduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

schedule reduce_near_binary_tree_schedule(const collective_shape& shape) {
    return tree_reduce(near_binary_tree, shape);
}

algorithm_cost reduce_near_binary_tree_cost(const collective_shape& shape) {
    return tree_reduce_cost(near_binary_tree, shape);
}

}  // namespace

const algorithm reduce_near_binary_tree{
    .kind = collective_kind::reduce,
    .name = "near-binary-tree",
    .summary = "up the near-binary tree to rank 0, then to the root: a rank receives three times at most",
    .standard_association = false,
    .fits = nullptr,
    .make = &reduce_near_binary_tree_schedule,
    .cost = &reduce_near_binary_tree_cost,
};

}  // namespace banyan::net
