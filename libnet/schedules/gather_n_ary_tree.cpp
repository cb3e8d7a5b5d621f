// Gather up the n-ary tree: n_ary_tree.hpp, tree_gather.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule gather_n_ary_tree_schedule(const collective_shape& shape) {
    return tree_gather(n_ary_tree(shape.fanout), shape);
}

algorithm_cost gather_n_ary_tree_cost(const collective_shape& shape) {
    return tree_gather_cost(n_ary_tree(shape.fanout), shape);
}

}  // namespace

const algorithm gather_n_ary_tree{
    .kind = collective_kind::gather,
    .name = "n-ary-tree",
    .summary = "up the n-ary tree, with the blocks of a subtree in one message",
    .standard_association = true,
    .fits = nullptr,
    .make = &gather_n_ary_tree_schedule,
    .cost = &gather_n_ary_tree_cost,
};

}  // namespace banyan::net
