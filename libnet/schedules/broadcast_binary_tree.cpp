// Broadcast down the binary tree: n_ary_tree.hpp, tree_broadcast.hpp. A rank sends two messages at most.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"

namespace banyan::net {
namespace {

schedule make(const collective_shape& shape) {
    return tree_broadcast(binary_tree, shape);
}

algorithm_cost cost(const collective_shape& shape) {
    return tree_broadcast_cost(binary_tree, shape);
}

}  // namespace

const algorithm broadcast_binary_tree{
    .kind = collective_kind::broadcast,
    .name = "binary-tree",
    .summary = "down the binary tree: a rank sends twice at most",
    .standard_association = true,
    .fits = nullptr,
    .make = &make,
    .cost = &cost,
};

}  // namespace banyan::net
