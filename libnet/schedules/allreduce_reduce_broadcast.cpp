// Allreduce as a reduction up the folded hypercube tree to rank 0 and a broadcast down the same tree: the fewest
// messages.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/folded_hypercube_tree.hpp"
#include "libnet/schedules/member_tree.hpp"
#include "libnet/schedules/tree_allreduce.hpp"

namespace banyan::net {
namespace {

schedule allreduce_reduce_broadcast_schedule(const collective_shape& shape) {
    return tree_allreduce(folded_hypercube_tree, shape);
}

algorithm_cost allreduce_reduce_broadcast_cost(const collective_shape& shape) {
    return in_sequence(member_reduce_cost(shape.size, shape.items), member_broadcast_cost(shape.size, shape.items));
}

}  // namespace

const algorithm allreduce_reduce_broadcast{
    .kind = collective_kind::allreduce,
    .name = "reduce-broadcast",
    .summary = "up the hypercube tree and down again: the fewest messages",
    .standard_association = true,
    .fits = nullptr,
    .make = &allreduce_reduce_broadcast_schedule,
    .cost = &allreduce_reduce_broadcast_cost,
};

}  // namespace banyan::net
