// Reduce-scatter by pairwise exchange (pairwise_reduce_scatter.hpp). It defines the standard association of
// reduce_scatter, which is that of allreduce.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/pairwise_reduce_scatter.hpp"

namespace banyan::net {
namespace {

schedule reduce_scatter_pairwise_schedule(const collective_shape& shape) {
    schedule_builder out;
    const item_blocks blocks = item_blocks::of_ranks(shape);
    add_pairwise_reduce_scatter(out, shape.rank, blocks, {area::output, 0, blocks.count(shape.rank)});
    return out.finish();
}

algorithm_cost reduce_scatter_pairwise_cost(const collective_shape& shape) {
    return pairwise_reduce_scatter_cost(item_blocks::of_ranks(shape));
}

}  // namespace

const algorithm reduce_scatter_pairwise{
    .kind = collective_kind::reduce_scatter,
    .name = "pairwise",
    .summary = "receive the own block from each rank in turn: the fewest items, for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &reduce_scatter_pairwise_schedule,
    .cost = &reduce_scatter_pairwise_cost,
};

}  // namespace banyan::net
