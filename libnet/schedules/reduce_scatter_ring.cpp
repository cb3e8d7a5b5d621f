// Reduce-scatter around the ring of ranks: ring_reduce_scatter.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/ring_reduce_scatter.hpp"

namespace banyan::net {
namespace {

bool reduce_scatter_ring_fits(const collective_shape& shape) {
    return shape.commutative;
}

schedule reduce_scatter_ring_schedule(const collective_shape& shape) {
    schedule_builder out;
    const item_blocks blocks = item_blocks::of_ranks(shape);
    add_ring_reduce_scatter(out, shape.rank, blocks, {area::output, 0, blocks.count(shape.rank)}, shape.segment);
    return out.finish();
}

algorithm_cost reduce_scatter_ring_cost(const collective_shape& shape) {
    return ring_reduce_scatter_cost(item_blocks::of_ranks(shape), shape.segment);
}

}  // namespace

const algorithm reduce_scatter_ring{
    .kind = collective_kind::reduce_scatter,
    .name = "ring",
    .summary = "around the ring of ranks: for long vectors and operations that commute",
    .standard_association = false,
    .fits = &reduce_scatter_ring_fits,
    .make = &reduce_scatter_ring_schedule,
    .cost = &reduce_scatter_ring_cost,
};

}  // namespace banyan::net
