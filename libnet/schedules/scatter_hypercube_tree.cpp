// Scatter down the hypercube tree: hypercube_tree.hpp, tree_gather.hpp. The tree is shifted: node = (rank - root) mod
// p. ceil(log2 p) rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule scatter_hypercube_tree_schedule(const collective_shape& shape) {
    return tree_scatter(hypercube_tree, shape);
}

algorithm_cost scatter_hypercube_tree_cost(const collective_shape& shape) {
    return tree_scatter_cost(hypercube_tree, shape);
}

}  // namespace

const algorithm scatter_hypercube_tree{
    .kind = collective_kind::scatter,
    .name = "hypercube-tree",
    .summary = "down the hypercube tree, with the blocks of a subtree in one message: few rounds, for short blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_hypercube_tree_schedule,
    .cost = &scatter_hypercube_tree_cost,
};

}  // namespace banyan::net
