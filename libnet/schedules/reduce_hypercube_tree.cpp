// Reduce up the hypercube tree to rank 0: folded_hypercube_tree.hpp, tree_reduce.hpp. The tree is not shifted, so the
// order of the ranks is kept, and it is folded, so the association is that of the Banyan exchange. Another root
// receives the result from rank 0. ceil(log2 p) rounds, and one more for another root.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/folded_hypercube_tree.hpp"
#include "libnet/schedules/tree_reduce.hpp"

namespace banyan::net {
namespace {

schedule reduce_hypercube_tree_schedule(const collective_shape& shape) {
    return tree_reduce(folded_hypercube_tree, shape);
}

algorithm_cost reduce_hypercube_tree_cost(const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0) return {};
    const auto forward = std::uint64_t{shape.root != 0};
    const auto steps = static_cast<std::uint64_t>(cube_dimension(shape.size));
    const auto messages = static_cast<std::uint64_t>(shape.size - 1) + forward;
    const std::uint64_t rounds = steps + forward;
    return {static_cast<int>(rounds), messages, messages * m, rounds * m, steps * m};
}

}  // namespace

const algorithm reduce_hypercube_tree{
    .kind = collective_kind::reduce,
    .name = "hypercube-tree",
    .summary = "up the hypercube tree to rank 0, then to the root: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &reduce_hypercube_tree_schedule,
    .cost = &reduce_hypercube_tree_cost,
};

}  // namespace banyan::net
