// Allreduce along the chain of all ranks, in segments of shape.segment items: from rank p-1 down to rank 0
// (chain_reduce.hpp), then back (pipelined_broadcast.hpp). It combines v0 (v1 (v2 ...)). 2 (p - 2 + s) rounds for s
// segments.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_reduce.hpp"
#include "libnet/schedules/chain_tree.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/pipelined_broadcast.hpp"

namespace banyan::net {
namespace {

collective_shape with_root_0(collective_shape shape) {
    shape.root = 0;
    return shape;
}

schedule allreduce_chain_schedule(const collective_shape& shape) {
    const collective_shape call = with_root_0(shape);
    schedule_builder out;
    add_chain_reduce(out, call);
    out.wait();  // the result may replace the items that are sent
    add_pipelined_broadcast(out, chain_tree.place(call.rank, call.size), call);
    return out.finish();
}

algorithm_cost allreduce_chain_cost(const collective_shape& shape) {
    const collective_shape call = with_root_0(shape);
    return in_sequence(chain_reduce_cost(call), pipelined_broadcast_cost(1, call.size - 1, call));
}

}  // namespace

const algorithm allreduce_chain{
    .kind = collective_kind::allreduce,
    .name = "chain",
    .summary = "from the last rank to the first and back, in segments: each rank sends the items twice",
    .standard_association = false,
    .fits = nullptr,
    .make = &allreduce_chain_schedule,
    .cost = &allreduce_chain_cost,
};

}  // namespace banyan::net
