// Reduce along two chains to the root, from rank 0 and from rank p-1: chain_reduce.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_reduce.hpp"

namespace banyan::net {
namespace {

schedule reduce_chain_schedule(const collective_shape& shape) {
    schedule_builder out;
    add_chain_reduce(out, shape);
    return out.finish();
}

algorithm_cost reduce_chain_cost(const collective_shape& shape) {
    return chain_reduce_cost(shape);
}

}  // namespace

const algorithm reduce_chain{
    .kind = collective_kind::reduce,
    .name = "chain",
    .summary = "from both ends to the root in segments: each rank sends the items once, for long vectors",
    .standard_association = false,
    .fits = nullptr,
    .make = &reduce_chain_schedule,
    .cost = &reduce_chain_cost,
};

}  // namespace banyan::net
