// Allreduce up the near-binary tree to rank 0 and down the same tree: near_binary_tree.hpp, tree_allreduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/tree_allreduce.hpp"

namespace banyan::net {
namespace {

schedule allreduce_near_binary_tree_schedule(const collective_shape& shape) {
    return tree_allreduce(near_binary_tree, shape);
}

algorithm_cost allreduce_near_binary_tree_cost(const collective_shape& shape) {
    return tree_allreduce_cost(near_binary_tree, shape);
}

}  // namespace

const algorithm allreduce_near_binary_tree{
    .kind = collective_kind::allreduce,
    .name = "near-binary-tree",
    .summary = "up the near-binary tree and down again: a rank receives and sends four times at most",
    .standard_association = false,
    .fits = nullptr,
    .make = &allreduce_near_binary_tree_schedule,
    .cost = &allreduce_near_binary_tree_cost,
};

}  // namespace banyan::net
