// Allgather along the ring of the ranks: placed_blocks.hpp. Each rank sends to one other rank only.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

schedule allgather_ring_schedule(const collective_shape& shape) {
    schedule_builder out;
    const placed_blocks blocks = blocks_in_output(shape);
    add_own_block(out, blocks, shape.rank);
    add_ring_allgather(out, blocks, shape.rank);
    return out.finish();
}

algorithm_cost allgather_ring_cost(const collective_shape& shape) {
    return ring_allgather_cost(blocks_in_output(shape));
}

}  // namespace

const algorithm allgather_ring{
    .kind = collective_kind::allgather,
    .name = "ring",
    .summary = "each block from rank to rank around the ring: for long blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &allgather_ring_schedule,
    .cost = &allgather_ring_cost,
};

}  // namespace banyan::net
