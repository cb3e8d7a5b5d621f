// Barrier along the chain and back: chain_tree.hpp, tree_barrier.hpp. 2 (p - 1) rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_chain_schedule(const collective_shape& shape) {
    return tree_barrier(chain_tree, shape);
}

algorithm_cost barrier_chain_cost(const collective_shape& shape) {
    return tree_barrier_cost(chain_tree, shape);
}

}  // namespace

const algorithm barrier_chain{
    .kind = collective_kind::barrier,
    .name = "chain",
    .summary = "from rank to rank and back: a rank has two neighbours",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_chain_schedule,
    .cost = &barrier_chain_cost,
};

}  // namespace banyan::net
