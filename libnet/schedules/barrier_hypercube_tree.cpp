// Barrier up and down the hypercube tree: hypercube_tree.hpp, tree_barrier.hpp. 2 ceil(log2 p) rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_hypercube_tree_schedule(const collective_shape& shape) {
    return tree_barrier(hypercube_tree, shape);
}

algorithm_cost barrier_hypercube_tree_cost(const collective_shape& shape) {
    return tree_barrier_cost(hypercube_tree, shape);
}

}  // namespace

const algorithm barrier_hypercube_tree{
    .kind = collective_kind::barrier,
    .name = "hypercube-tree",
    .summary = "up and down the hypercube tree",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_hypercube_tree_schedule,
    .cost = &barrier_hypercube_tree_cost,
};

}  // namespace banyan::net
