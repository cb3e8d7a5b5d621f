// Gather of two levels: up a hypercube tree on each host to its leader, then up a hypercube tree of the leaders to the
// root: two_level_tree.hpp, tree_gather.hpp. Each host other than the root's sends one message to another host.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/tree_gather.hpp"
#include "libnet/schedules/two_level_tree.hpp"

namespace banyan::net {
namespace {

schedule gather_two_level_schedule(const collective_shape& shape) {
    const two_level_tree over(shape);
    return tree_gather(over.place_of_rank(shape.rank), over.ranks(), shape);
}

algorithm_cost gather_two_level_cost(const collective_shape& shape) {
    const two_level_tree over(shape);
    return tree_gather_cost(over.places(), over.ranks(), shape);
}

}  // namespace

const algorithm gather_two_level{
    .kind = collective_kind::gather,
    .name = "two-level",
    .summary = "up a tree on each host, then up a tree of the leaders: one message from each other host",
    .standard_association = true,
    .fits = nullptr,
    .make = &gather_two_level_schedule,
    .cost = &gather_two_level_cost,
};

}  // namespace banyan::net
