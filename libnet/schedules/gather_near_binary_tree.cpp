// Gather up the near-binary tree: near_binary_tree.hpp, tree_gather.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule gather_near_binary_tree_schedule(const collective_shape& shape) {
    return tree_gather(near_binary_tree, shape);
}

algorithm_cost gather_near_binary_tree_cost(const collective_shape& shape) {
    return tree_gather_cost(near_binary_tree, shape);
}

}  // namespace

const algorithm gather_near_binary_tree{
    .kind = collective_kind::gather,
    .name = "near-binary-tree",
    .summary = "up the near-binary tree, with the blocks of a subtree in one message",
    .standard_association = true,
    .fits = nullptr,
    .make = &gather_near_binary_tree_schedule,
    .cost = &gather_near_binary_tree_cost,
};

}  // namespace banyan::net
