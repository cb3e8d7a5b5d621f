// Allreduce as a reduction up the folded hypercube tree to rank 0 and a broadcast down the same tree: the fewest
// messages.
#include <numeric>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/member_tree.hpp"

namespace banyan::net {
namespace {

schedule allreduce_reduce_broadcast_schedule(const collective_shape& shape) {
    schedule_builder out;
    std::vector<int> ranks(static_cast<std::size_t>(shape.size));
    std::iota(ranks.begin(), ranks.end(), 0);
    const items_at input{area::input, 0, shape.items}, output{area::output, 0, shape.items};
    add_member_reduce(out, ranks, shape.rank, input, output);
    if (shape.size == 1) out.copy(input, output);
    add_member_broadcast(out, ranks, shape.rank, output);
    return out.finish();
}

algorithm_cost allreduce_reduce_broadcast_cost(const collective_shape& shape) {
    return in_sequence(member_reduce_cost(shape.size, shape.items), member_broadcast_cost(shape.size, shape.items));
}

}  // namespace

const algorithm allreduce_reduce_broadcast{
    .kind = collective_kind::allreduce,
    .name = "reduce-broadcast",
    .summary = "up the hypercube tree and down again: the fewest messages",
    .standard_association = true,
    .fits = nullptr,
    .make = &allreduce_reduce_broadcast_schedule,
    .cost = &allreduce_reduce_broadcast_cost,
};

}  // namespace banyan::net
