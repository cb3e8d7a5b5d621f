// Allreduce by Rabenseifner's algorithm (Thakur, Rabenseifner, Gropp 2005, section 4.4): a reduce-scatter by recursive
// halving (recursive_halving.hpp) and the same exchanges backwards as an allgather. Folded if p is not a power of two.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/recursive_halving.hpp"
#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

schedule make_folded(const collective_shape& shape) {
    schedule_builder out;
    send_segments(out, shape.rank - 1, {area::input, 0, shape.items}, shape.segment);
    out.wait();
    out.receive(shape.rank - 1, {area::output, 0, shape.items});
    return out.finish();
}

void add_allgather(schedule_builder& out, const std::vector<halving_step>& steps, const folded_cube& cube,
                   const item_blocks& blocks) {
    for (std::size_t i = steps.size(); i-- > 0;) {
        const int peer = cube.first_rank(steps[i].partner);
        out.receive(peer, blocks.range(area::output, steps[i].given.first, steps[i].given.last));
        out.send(peer, blocks.range(area::output, steps[i].kept.first, steps[i].kept.last));
        out.wait();
    }
}

schedule allreduce_rabenseifner_schedule(const collective_shape& shape) {
    const folded_cube cube(shape.size);
    const bool in_pair = cube.in_pair(shape.rank);
    const int index = cube.index_of(shape.rank);
    if (in_pair && shape.rank != cube.first_rank(index)) return make_folded(shape);
    schedule_builder out;
    const items_at input{area::input, 0, shape.items}, output{area::output, 0, shape.items};
    if (shape.size == 1) out.copy(input, output);
    const item_blocks blocks = item_blocks::divided(shape.items, cube.indices());
    halving_memory memory{input, output, out.scratch(in_pair ? shape.items : blocks.begin(cube.indices() / 2))};
    if (in_pair) add_fold(out, shape.rank + 1, false, memory, shape.segment);
    const std::vector<halving_step> steps = halving_steps(index, cube.indices());
    for (const halving_step& now : steps)
        add_halving_step(out, now, cube.first_rank(now.partner), blocks, memory, shape.segment);
    add_allgather(out, steps, cube, blocks);
    if (in_pair) out.send(shape.rank + 1, output);
    return out.finish();
}

algorithm_cost allreduce_rabenseifner_cost(const collective_shape& shape) {
    const folded_cube cube(shape.size);
    const item_blocks blocks = item_blocks::divided(shape.items, cube.indices());
    algorithm_cost total = halving_cost(blocks, shape.segment);
    const algorithm_cost allgather = halving_cost(blocks, 0);
    total.rounds += allgather.rounds;
    total.messages += allgather.messages;
    total.items += allgather.items;
    total.path_items += allgather.path_items;
    if (cube.pairs() == 0 || shape.items == 0) return total;
    const std::size_t messages = segment_count(shape.items, shape.segment) + 1;
    total.rounds += static_cast<int>(messages);
    total.messages += static_cast<std::uint64_t>(cube.pairs()) * messages;
    total.items += static_cast<std::uint64_t>(cube.pairs()) * 2 * shape.items;
    total.path_items += 2 * shape.items;
    total.path_combined += shape.items;
    return total;
}

}  // namespace

const algorithm allreduce_rabenseifner{
    .kind = collective_kind::allreduce,
    .name = "rabenseifner",
    .summary = "recursive halving and back: few rounds and, for 2^k ranks, the fewest items",
    .standard_association = true,
    .fits = nullptr,
    .make = &allreduce_rabenseifner_schedule,
    .cost = &allreduce_rabenseifner_cost,
};

}  // namespace banyan::net
