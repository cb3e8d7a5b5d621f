// Allreduce as a pairwise reduce-scatter and an allgather around the ring: any number of ranks without folding, about
// 2 m items sent and m combined on each rank, in the standard association.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/pairwise_reduce_scatter.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

schedule allreduce_scattered_schedule(const collective_shape& shape) {
    schedule_builder out;
    const item_blocks blocks = item_blocks::divided(shape.items, shape.size);
    add_pairwise_reduce_scatter(out, shape.rank, blocks, blocks.block(area::output, shape.rank));
    out.wait();  // input and output may be the same memory
    add_ring_allgather(out, blocks_in_output(blocks), shape.rank);
    return out.finish();
}

algorithm_cost allreduce_scattered_cost(const collective_shape& shape) {
    const item_blocks blocks = item_blocks::divided(shape.items, shape.size);
    return in_sequence(pairwise_reduce_scatter_cost(blocks), ring_allgather_cost(blocks_in_output(blocks)));
}

}  // namespace

const algorithm allreduce_scattered{
    .kind = collective_kind::allreduce,
    .name = "scattered",
    .summary = "each rank combines one block of all ranks, then a ring: the fewest items, for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &allreduce_scattered_schedule,
    .cost = &allreduce_scattered_cost,
};

}  // namespace banyan::net
