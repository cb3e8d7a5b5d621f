// Gather along the chain to the root, block by block: a rank sends its own block, then those of the ranks after it as
// they arrive. chain_of_blocks.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_of_blocks.hpp"

namespace banyan::net {
namespace {

schedule gather_chain_schedule(const collective_shape& shape) {
    schedule_builder out;
    const chain_of_blocks at(shape);
    const std::vector<int> behind = at.nodes_behind(false);
    const items_at mine{area::input, 0, at.count(at.node)};
    if (at.node == 0) {
        for (const int node : behind)
            out.receive(at.away(), at.on_root(area::output, node));
        out.copy(mine, at.on_root(area::output, 0));
    } else {
        relay_blocks(out, at, behind, at.away(), at.towards_root(), [&] { out.send(at.towards_root(), mine); });
    }
    return out.finish();
}

}  // namespace

const algorithm gather_chain{
    .kind = collective_kind::gather,
    .name = "chain",
    .summary = "from rank to rank, block by block: each rank has two neighbours",
    .standard_association = true,
    .fits = nullptr,
    .make = &gather_chain_schedule,
    .cost = &chain_of_blocks_cost,
};

}  // namespace banyan::net
