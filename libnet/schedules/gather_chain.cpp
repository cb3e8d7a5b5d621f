// Gather along the chain to the root, block by block: a rank sends its own block, then those of the ranks behind it as
// they arrive. chain_of_blocks.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_of_blocks.hpp"

namespace banyan::net {
namespace {

void gather_on_root(schedule_builder& out, const chain_of_blocks& at, int size) {
    for (int block = 1; block < size; ++block)
        out.receive(at.away(), at.on_root(area::output, block));
    out.copy({area::input, 0, at.count(0)}, at.on_root(area::output, 0));
}

void pass_on(schedule_builder& out, const chain_of_blocks& at, int size) {
    std::vector<items_at> received;
    for (int block = at.node + 1; block < size; ++block) {
        if (at.count(block) == 0) continue;
        received.push_back(out.scratch(at.count(block)));
        out.receive(at.away(), received.back());
    }
    out.send(at.towards_root(), {area::input, 0, at.count(at.node)});
    for (std::size_t i = 0; i < received.size(); ++i) {
        out.wait_for(i + 1);
        out.send(at.towards_root(), received[i]);
    }
}

schedule make(const collective_shape& shape) {
    schedule_builder out;
    const chain_of_blocks at(shape);
    if (at.node == 0)
        gather_on_root(out, at, shape.size);
    else
        pass_on(out, at, shape.size);
    return out.finish();
}

}  // namespace

const algorithm gather_chain{
    .kind = collective_kind::gather,
    .name = "chain",
    .summary = "from rank to rank, block by block: each rank has two neighbours",
    .standard_association = true,
    .fits = nullptr,
    .make = &make,
    .cost = &chain_of_blocks_cost,
};

}  // namespace banyan::net
