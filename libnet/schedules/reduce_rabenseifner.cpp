// Reduce by Rabenseifner's algorithm (Thakur, Rabenseifner, Gropp 2005, section 4.2): a reduce-scatter by recursive
// halving (recursive_halving.hpp) and a gather of the blocks to the root, by the same exchanges backwards. Folded if p
// is not a power of two; a root in a pair acts for its pair.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/recursive_halving.hpp"
#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

// The rank of a pair that takes part in the exchanges.
int acting_rank(const folded_cube& cube, int index, int root) {
    return cube.index_of(root) == index ? root : cube.first_rank(index);
}

// Only one half of the indices of each exchange sends: those that are not on the way to the root.
void add_gather(schedule_builder& out, const collective_shape& shape, const std::vector<halving_step>& steps,
                const item_blocks& blocks, const items_at& work) {
    const folded_cube cube(shape.size);
    const int index = cube.index_of(shape.rank), root = cube.index_of(shape.root);
    for (std::size_t i = steps.size(); i-- > 0;) {
        const halving_step& now = steps[i];
        const int peer = acting_rank(cube, now.partner, shape.root);
        const bool sends = ((index ^ root) & now.distance) != 0;
        const block_range range = sends ? now.kept : now.given;
        const items_at moved = part_of(work, blocks.begin(range.first), blocks.count(range.first, range.last));
        if (sends) return out.send(peer, moved);
        out.receive(peer, moved);
        out.wait();
    }
}

schedule reduce_rabenseifner_schedule(const collective_shape& shape) {
    schedule_builder out;
    const folded_cube cube(shape.size);
    const int index = cube.index_of(shape.rank);
    const bool in_pair = cube.in_pair(shape.rank);
    const int acting = acting_rank(cube, index, shape.root), other = shape.rank ^ 1;
    const items_at input{area::input, 0, shape.items};
    if (in_pair && shape.rank != acting) {
        send_segments(out, acting, input, shape.segment);
        return out.finish();
    }
    const items_at work = shape.rank == shape.root ? items_at{area::output, 0, shape.items} : out.scratch(shape.items);
    if (shape.size == 1) out.copy(input, work);
    const item_blocks blocks = item_blocks::divided(shape.items, cube.indices());
    halving_memory memory{input, work, out.scratch(in_pair ? shape.items : blocks.begin(cube.indices() / 2))};
    if (in_pair) add_fold(out, other, other < shape.rank, memory, shape.segment);
    const std::vector<halving_step> steps = halving_steps(index, cube.indices());
    for (const halving_step& now : steps)
        add_halving_step(out, now, acting_rank(cube, now.partner, shape.root), blocks, memory, shape.segment);
    add_gather(out, shape, steps, blocks, work);
    return out.finish();
}

// The indices that agree with the root in the distances above `distance` hold blocks; half of them send.
algorithm_cost gather_cost(const item_blocks& blocks, int root) {
    algorithm_cost total;
    for (int distance = blocks.size() / 2; distance > 0; distance /= 2) {
        for (int low = 0; low < distance; ++low) {
            const int sender = low | (~root & distance) | (root & ~(2 * distance - 1));
            const std::vector<halving_step> steps = halving_steps(sender, blocks.size());
            const block_range kept = steps[static_cast<std::size_t>(std::countr_zero(unsigned(distance)))].kept;
            const std::size_t items = blocks.count(kept.first, kept.last);
            total.messages += items > 0;
            total.items += items;
        }
        total.rounds += 1;
        total.path_items += blocks.count(0, blocks.size() / (2 * distance));
    }
    return total;
}

algorithm_cost reduce_rabenseifner_cost(const collective_shape& shape) {
    if (shape.items == 0) return {};
    const folded_cube cube(shape.size);
    const item_blocks blocks = item_blocks::divided(shape.items, cube.indices());
    algorithm_cost total = halving_cost(blocks, shape.segment);
    const algorithm_cost gather = gather_cost(blocks, cube.index_of(shape.root));
    total.rounds += gather.rounds;
    total.messages += gather.messages;
    total.items += gather.items;
    total.path_items += gather.path_items;
    if (cube.pairs() == 0) return total;
    const std::size_t messages = segment_count(shape.items, shape.segment);
    total.rounds += static_cast<int>(messages);
    total.messages += static_cast<std::uint64_t>(cube.pairs()) * messages;
    total.items += static_cast<std::uint64_t>(cube.pairs()) * shape.items;
    total.path_items += shape.items;
    total.path_combined += shape.items;
    return total;
}

}  // namespace

const algorithm reduce_rabenseifner{
    .kind = collective_kind::reduce,
    .name = "rabenseifner",
    .summary = "recursive halving, then a gather: few rounds and items, for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &reduce_rabenseifner_schedule,
    .cost = &reduce_rabenseifner_cost,
};

}  // namespace banyan::net
