// Gather from each rank directly to the root: star_tree.hpp, tree_gather.hpp. p - 1 rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/star_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule gather_linear_schedule(const collective_shape& shape) {
    return tree_gather(star_tree, shape);
}

algorithm_cost gather_linear_cost(const collective_shape& shape) {
    return tree_gather_cost(star_tree, shape);
}

}  // namespace

const algorithm gather_linear{
    .kind = collective_kind::gather,
    .name = "linear",
    .summary = "from each rank to the root: each block is sent once, for long blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &gather_linear_schedule,
    .cost = &gather_linear_cost,
};

}  // namespace banyan::net
