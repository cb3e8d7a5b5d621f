// Allgather by the Banyan exchange (recursive doubling): placed_blocks.hpp. It needs no copies and no scratch memory.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

schedule allgather_banyan_exchange_schedule(const collective_shape& shape) {
    schedule_builder out;
    const placed_blocks blocks = blocks_in_output(shape);
    add_own_block(out, blocks, shape.rank);
    add_banyan_allgather(out, blocks, shape.rank);
    return out.finish();
}

algorithm_cost allgather_banyan_exchange_cost(const collective_shape& shape) {
    return banyan_allgather_cost(blocks_in_output(shape));
}

}  // namespace

const algorithm allgather_banyan_exchange{
    .kind = collective_kind::allgather,
    .name = "banyan-exchange",
    .summary = "exchange of all blocks so far with rank xor 1, 2, 4, ...: few rounds and no copies, for powers of two",
    .standard_association = true,
    .fits = nullptr,
    .make = &allgather_banyan_exchange_schedule,
    .cost = &allgather_banyan_exchange_cost,
};

}  // namespace banyan::net
