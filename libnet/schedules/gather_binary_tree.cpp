// Gather up the binary tree: n_ary_tree.hpp, tree_gather.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule gather_binary_tree_schedule(const collective_shape& shape) {
    return tree_gather(binary_tree, shape);
}

algorithm_cost gather_binary_tree_cost(const collective_shape& shape) {
    return tree_gather_cost(binary_tree, shape);
}

}  // namespace

const algorithm gather_binary_tree{
    .kind = collective_kind::gather,
    .name = "binary-tree",
    .summary = "up the binary tree, with the blocks of a subtree in one message",
    .standard_association = true,
    .fits = nullptr,
    .make = &gather_binary_tree_schedule,
    .cost = &gather_binary_tree_cost,
};

}  // namespace banyan::net
