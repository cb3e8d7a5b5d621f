// Allreduce around the ring of ranks: a reduce-scatter and an allgather (Patarasuk and Yuan 2009). A rank exchanges
// messages with its two neighbours only.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/placed_blocks.hpp"
#include "libnet/schedules/ring_reduce_scatter.hpp"

namespace banyan::net {
namespace {

bool allreduce_ring_fits(const collective_shape& shape) {
    return shape.commutative;
}

schedule allreduce_ring_schedule(const collective_shape& shape) {
    schedule_builder out;
    const item_blocks blocks = item_blocks::divided(shape.items, shape.size);
    add_ring_reduce_scatter(out, shape.rank, blocks, blocks.block(area::output, shape.rank), shape.segment);
    add_ring_allgather(out, blocks_in_output(blocks), shape.rank);
    return out.finish();
}

algorithm_cost allreduce_ring_cost(const collective_shape& shape) {
    const item_blocks blocks = item_blocks::divided(shape.items, shape.size);
    return in_sequence(ring_reduce_scatter_cost(blocks, shape.segment), ring_allgather_cost(blocks_in_output(blocks)));
}

}  // namespace

const algorithm allreduce_ring{
    .kind = collective_kind::allreduce,
    .name = "ring",
    .summary = "twice around the ring of ranks: for long vectors and operations that commute",
    .standard_association = false,
    .fits = &allreduce_ring_fits,
    .make = &allreduce_ring_schedule,
    .cost = &allreduce_ring_cost,
};

}  // namespace banyan::net
