// Barrier of Marinescu and Rice (1991): the collapse ends an epoch, the broadcast starts the next one. In the collapse
// a rank signals its parent when all its children have signalled, in any order. In the broadcast it signals its
// children, the one with the deepest subtree first: mirrored_hypercube_tree.hpp, tree_barrier.hpp. 2 ceil(log2 p)
// rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/mirrored_hypercube_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_broadcast_collapse_schedule(const collective_shape& shape) {
    return tree_barrier(mirrored_hypercube_tree, shape);
}

algorithm_cost barrier_broadcast_collapse_cost(const collective_shape& shape) {
    return tree_barrier_cost(mirrored_hypercube_tree, shape);
}

}  // namespace

const algorithm barrier_broadcast_collapse{
    .kind = collective_kind::barrier,
    .name = "broadcast-collapse",
    .summary = "collapse and broadcast on the spanning tree of the cube: the fewest messages",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_broadcast_collapse_schedule,
    .cost = &barrier_broadcast_collapse_cost,
};

}  // namespace banyan::net
