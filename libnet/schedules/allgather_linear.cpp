// Allgather without forwarding: each rank sends its block to all others. All transfers start together, in an order in
// which the ranks begin with different receivers.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

schedule allgather_linear_schedule(const collective_shape& shape) {
    schedule_builder out;
    const placed_blocks blocks = blocks_in_output(shape);
    const items_at mine = blocks.block(shape.rank);
    const items_at input{area::input, 0, mine.count};
    for (int i = 1; i < shape.size; ++i) {
        const int from = (shape.rank + shape.size - i) % shape.size;
        out.receive(from, blocks.block(from));
    }
    for (int i = 1; i < shape.size; ++i)
        out.send((shape.rank + i) % shape.size, input);
    out.copy(input, mine);
    return out.finish();
}

// The messages are the same as on the ring, and the longest block takes as long as there.
algorithm_cost allgather_linear_cost(const collective_shape& shape) {
    return ring_allgather_cost(blocks_in_output(shape));
}

}  // namespace

const algorithm allgather_linear{
    .kind = collective_kind::allgather,
    .name = "linear",
    .summary = "each rank sends its block to all others at the same time: no forwarding, for few ranks",
    .standard_association = true,
    .fits = nullptr,
    .make = &allgather_linear_schedule,
    .cost = &allgather_linear_cost,
};

}  // namespace banyan::net
