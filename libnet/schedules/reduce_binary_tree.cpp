// Reduce up the binary tree to rank 0, which sends the result to the root. The nodes are numbered in preorder:
// n_ary_tree.hpp, tree_reduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

schedule reduce_binary_tree_schedule(const collective_shape& shape) {
    return tree_reduce(binary_tree, shape);
}

algorithm_cost reduce_binary_tree_cost(const collective_shape& shape) {
    return tree_reduce_cost(binary_tree, shape);
}

}  // namespace

const algorithm reduce_binary_tree{
    .kind = collective_kind::reduce,
    .name = "binary-tree",
    .summary = "up the binary tree to rank 0, then to the root: a rank receives twice at most",
    .standard_association = false,
    .fits = nullptr,
    .make = &reduce_binary_tree_schedule,
    .cost = &reduce_binary_tree_cost,
};

}  // namespace banyan::net
