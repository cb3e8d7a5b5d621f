// Barrier by signals of all ranks to rank 0 and back: star_tree.hpp, tree_barrier.hpp. 2 (p - 1) rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/star_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"

namespace banyan::net {
namespace {

schedule barrier_linear_schedule(const collective_shape& shape) {
    return tree_barrier(star_tree, shape);
}

algorithm_cost barrier_linear_cost(const collective_shape& shape) {
    return tree_barrier_cost(star_tree, shape);
}

}  // namespace

const algorithm barrier_linear{
    .kind = collective_kind::barrier,
    .name = "linear",
    .summary = "all ranks signal rank 0, which signals all: for few ranks",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_linear_schedule,
    .cost = &barrier_linear_cost,
};

}  // namespace banyan::net
