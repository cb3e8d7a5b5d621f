// Broadcast down the hypercube tree (nCUBE guide): hypercube_tree.hpp, tree_broadcast.hpp. The tree is shifted: node =
// (rank - root) mod p. ceil(log2 p) rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"
#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {
namespace {

schedule broadcast_hypercube_tree_schedule(const collective_shape& shape) {
    return tree_broadcast(hypercube_tree, shape);
}

algorithm_cost broadcast_hypercube_tree_cost(const collective_shape& shape) {
    return cube_tree_cost(shape.size, shape.items);
}

}  // namespace

const algorithm broadcast_hypercube_tree{
    .kind = collective_kind::broadcast,
    .name = "hypercube-tree",
    .summary = "down the hypercube tree, largest subtree first: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_hypercube_tree_schedule,
    .cost = &broadcast_hypercube_tree_cost,
};

}  // namespace banyan::net
