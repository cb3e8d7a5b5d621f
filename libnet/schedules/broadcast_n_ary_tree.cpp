// Broadcast down the n-ary tree: n_ary_tree.hpp, tree_broadcast.hpp. With n = 4, half the levels of the binary tree.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"

namespace banyan::net {
namespace {

schedule broadcast_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_broadcast(n_ary_tree(shape.fanout), shape);
}

algorithm_cost broadcast_n_ary_tree_cost(const collective_shape& shape) {
    return tree_broadcast_cost(n_ary_tree(shape.fanout), shape);
}

}  // namespace

const algorithm broadcast_n_ary_tree{
    .kind = collective_kind::broadcast,
    .name = "n-ary-tree",
    .summary = "down the n-ary tree: with n = 4, half the levels of the binary tree",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_n_ary_tree_schedule,
    .cost = &broadcast_n_ary_tree_cost,
};

}  // namespace banyan::net
