// Allreduce up the n-ary tree to rank 0 and down the same tree: n_ary_tree.hpp, tree_allreduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_allreduce.hpp"

namespace banyan::net {
namespace {

schedule allreduce_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_allreduce(n_ary_tree(shape.fanout), shape);
}

algorithm_cost allreduce_n_ary_tree_cost(const collective_shape& shape) {
    return tree_allreduce_cost(n_ary_tree(shape.fanout), shape);
}

}  // namespace

const algorithm allreduce_n_ary_tree{
    .kind = collective_kind::allreduce,
    .name = "n-ary-tree",
    .summary = "up the n-ary tree and down again: with n = 4, half the levels of the binary tree",
    .standard_association = false,
    .fits = nullptr,
    .make = &allreduce_n_ary_tree_schedule,
    .cost = &allreduce_n_ary_tree_cost,
};

}  // namespace banyan::net
