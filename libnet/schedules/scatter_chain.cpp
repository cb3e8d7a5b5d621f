// Scatter along the chain from the root, block by block: a rank receives the blocks of the ranks after it, those of
// the last rank first, sends each on as it arrives, and receives its own block last. chain_of_blocks.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_of_blocks.hpp"

namespace banyan::net {
namespace {

schedule scatter_chain_schedule(const collective_shape& shape) {
    schedule_builder out;
    const chain_of_blocks at(shape);
    const std::vector<int> behind = at.nodes_behind(true);
    const items_at mine{area::output, 0, at.count(at.node)};
    if (at.node == 0) {
        for (const int node : behind)
            out.send(at.away(), at.on_root(area::input, node));
        out.copy(at.on_root(area::input, 0), mine);
    } else {
        relay_blocks(out, at, behind, at.towards_root(), at.away(), [&] { out.receive(at.towards_root(), mine); });
    }
    return out.finish();
}

}  // namespace

const algorithm scatter_chain{
    .kind = collective_kind::scatter,
    .name = "chain",
    .summary = "from rank to rank, block by block: each rank has two neighbours",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_chain_schedule,
    .cost = &chain_of_blocks_cost,
};

}  // namespace banyan::net
