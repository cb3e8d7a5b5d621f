// Scatter along the chain from the root, block by block: a rank receives the blocks of the ranks behind it, those of
// the last rank first, sends each on as it arrives, and receives its own block last. chain_of_blocks.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/chain_of_blocks.hpp"

namespace banyan::net {
namespace {

void scatter_on_root(schedule_builder& out, const chain_of_blocks& at, int size) {
    for (int block = size - 1; block > 0; --block)
        out.send(at.away(), at.on_root(area::input, block));
    out.copy(at.on_root(area::input, 0), {area::output, 0, at.count(0)});
}

void pass_on(schedule_builder& out, const chain_of_blocks& at, int size) {
    std::vector<items_at> received;
    for (int block = size - 1; block > at.node; --block) {
        if (at.count(block) == 0) continue;
        received.push_back(out.scratch(at.count(block)));
        out.receive(at.towards_root(), received.back());
    }
    out.receive(at.towards_root(), {area::output, 0, at.count(at.node)});
    for (std::size_t i = 0; i < received.size(); ++i) {
        out.wait_for(i + 1);
        out.send(at.away(), received[i]);
    }
}

schedule make(const collective_shape& shape) {
    schedule_builder out;
    const chain_of_blocks at(shape);
    if (at.node == 0)
        scatter_on_root(out, at, shape.size);
    else
        pass_on(out, at, shape.size);
    return out.finish();
}

}  // namespace

const algorithm scatter_chain{
    .kind = collective_kind::scatter,
    .name = "chain",
    .summary = "from rank to rank, block by block: each rank has two neighbours",
    .standard_association = true,
    .fits = nullptr,
    .make = &make,
    .cost = &chain_of_blocks_cost,
};

}  // namespace banyan::net
