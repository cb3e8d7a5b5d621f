// Reduce-scatter as a reduction of all blocks up the folded hypercube tree to rank 0 and a scatter down the same tree:
// the fewest messages.
#include <numeric>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/member_scatter.hpp"
#include "libnet/schedules/member_tree.hpp"

namespace banyan::net {
namespace {

schedule reduce_scatter_reduce_then_scatter_schedule(const collective_shape& shape) {
    schedule_builder out;
    const item_blocks blocks = item_blocks::of_ranks(shape);
    std::vector<int> ranks(static_cast<std::size_t>(shape.size));
    std::iota(ranks.begin(), ranks.end(), 0);
    const items_at all =
        add_member_reduce(out, ranks, shape.rank, {area::input, 0, blocks.total()}, {area::scratch, 0, 0});
    add_member_scatter(out, ranks, shape.rank, blocks, all, {area::output, 0, blocks.count(shape.rank)});
    return out.finish();
}

algorithm_cost reduce_scatter_reduce_then_scatter_cost(const collective_shape& shape) {
    const item_blocks blocks = item_blocks::of_ranks(shape);
    return in_sequence(member_reduce_cost(shape.size, blocks.total()), member_scatter_cost(blocks));
}

}  // namespace

const algorithm reduce_scatter_reduce_then_scatter{
    .kind = collective_kind::reduce_scatter,
    .name = "reduce-then-scatter",
    .summary = "up the hypercube tree to rank 0 and down again: the fewest messages",
    .standard_association = true,
    .fits = nullptr,
    .make = &reduce_scatter_reduce_then_scatter_schedule,
    .cost = &reduce_scatter_reduce_then_scatter_cost,
};

}  // namespace banyan::net
