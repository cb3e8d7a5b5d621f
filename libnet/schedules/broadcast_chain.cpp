// Broadcast along the chain root, root + 1, ... in segments: chain_tree.hpp, pipelined_broadcast.hpp. p - 2 + s rounds
// for s segments.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_tree.hpp"
#include "libnet/schedules/pipelined_broadcast.hpp"

namespace banyan::net {
namespace {

schedule broadcast_chain_schedule(const collective_shape& shape) {
    return pipelined_broadcast(chain_tree, shape);
}

algorithm_cost broadcast_chain_cost(const collective_shape& shape) {
    return pipelined_broadcast_cost(1, shape.size - 1, shape);
}

}  // namespace

const algorithm broadcast_chain{
    .kind = collective_kind::broadcast,
    .name = "chain",
    .summary = "from rank to rank in segments: each rank sends the items once, for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_chain_schedule,
    .cost = &broadcast_chain_cost,
};

}  // namespace banyan::net
