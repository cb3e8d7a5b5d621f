// Allgather as a gather to rank 0 and a broadcast from it, both on the hypercube tree: fewest messages.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

schedule allgather_gather_broadcast_schedule(const collective_shape& shape) {
    schedule_builder out;
    const placed_blocks blocks = blocks_in_output(shape);
    add_own_block(out, blocks, shape.rank);
    add_tree_gather(out, blocks, shape.rank);
    add_tree_broadcast(out, blocks.ranks, shape.rank, blocks.all());
    return out.finish();
}

algorithm_cost allgather_gather_broadcast_cost(const collective_shape& shape) {
    const placed_blocks blocks = blocks_in_output(shape);
    return in_sequence(tree_gather_cost(blocks), tree_broadcast_cost(shape.size, blocks.all().count));
}

}  // namespace

const algorithm allgather_gather_broadcast{
    .kind = collective_kind::allgather,
    .name = "gather-broadcast",
    .summary = "gather to rank 0 and broadcast from it on the hypercube tree: fewest messages, for very short blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &allgather_gather_broadcast_schedule,
    .cost = &allgather_gather_broadcast_cost,
};

}  // namespace banyan::net
