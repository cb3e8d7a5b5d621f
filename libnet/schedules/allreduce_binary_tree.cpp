// Allreduce up the binary tree to rank 0 and down the same tree: n_ary_tree.hpp, tree_allreduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_allreduce.hpp"

namespace banyan::net {
namespace {

schedule allreduce_binary_tree_schedule(const collective_shape& shape) {
    return tree_allreduce(binary_tree, shape);
}

algorithm_cost allreduce_binary_tree_cost(const collective_shape& shape) {
    return tree_allreduce_cost(binary_tree, shape);
}

}  // namespace

const algorithm allreduce_binary_tree{
    .kind = collective_kind::allreduce,
    .name = "binary-tree",
    .summary = "up the binary tree and down again: a rank receives and sends three times at most",
    .standard_association = false,
    .fits = nullptr,
    .make = &allreduce_binary_tree_schedule,
    .cost = &allreduce_binary_tree_cost,
};

}  // namespace banyan::net
