// Scatter from the root directly to each rank: star_tree.hpp, tree_gather.hpp. p - 1 rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/star_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"

namespace banyan::net {
namespace {

schedule scatter_linear_schedule(const collective_shape& shape) {
    return tree_scatter(star_tree, shape);
}

algorithm_cost scatter_linear_cost(const collective_shape& shape) {
    return tree_scatter_cost(star_tree, shape);
}

}  // namespace

const algorithm scatter_linear{
    .kind = collective_kind::scatter,
    .name = "linear",
    .summary = "from the root to each rank: each block is sent once, for long blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_linear_schedule,
    .cost = &scatter_linear_cost,
};

}  // namespace banyan::net
