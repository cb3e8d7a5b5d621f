// Scatter of two levels: down a hypercube tree of the leaders of the hosts, then down a hypercube tree on each host:
// two_level_tree.hpp, tree_gather.hpp. Each host other than the root's receives one message from another host.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/tree_gather.hpp"
#include "libnet/schedules/two_level_tree.hpp"

namespace banyan::net {
namespace {

schedule scatter_two_level_schedule(const collective_shape& shape) {
    const two_level_tree over(shape);
    return tree_scatter(over.place_of_rank(shape.rank), over.ranks(), shape);
}

algorithm_cost scatter_two_level_cost(const collective_shape& shape) {
    const two_level_tree over(shape);
    return tree_scatter_cost(over.places(), over.ranks(), shape);
}

}  // namespace

const algorithm scatter_two_level{
    .kind = collective_kind::scatter,
    .name = "two-level",
    .summary = "down a tree of the leaders, then down a tree on each host: one message to each other host",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_two_level_schedule,
    .cost = &scatter_two_level_cost,
};

}  // namespace banyan::net
