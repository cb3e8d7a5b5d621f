// Broadcast down the binary tree: n_ary_tree.hpp, tree_broadcast.hpp. A rank sends two messages at most.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"

namespace banyan::net {
namespace {

schedule broadcast_binary_tree_schedule(const collective_shape& shape) {
    return tree_broadcast(binary_tree, shape);
}

algorithm_cost broadcast_binary_tree_cost(const collective_shape& shape) {
    return tree_broadcast_cost(binary_tree, shape);
}

}  // namespace

const algorithm broadcast_binary_tree{
    .kind = collective_kind::broadcast,
    .name = "binary-tree",
    .summary = "down the binary tree: a rank sends twice at most",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_binary_tree_schedule,
    .cost = &broadcast_binary_tree_cost,
};

}  // namespace banyan::net
