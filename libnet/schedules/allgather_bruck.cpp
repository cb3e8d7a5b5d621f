// Allgather by Bruck et al. (1997, "Efficient algorithms for all-to-all communications in multiport message-passing
// systems", concatenation): before the round of distance d a rank holds the blocks of the ranks rank .. rank + d - 1
// (mod p), and gets the next ones from rank + d.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

// The items of the `count` blocks from `begin` on, cyclically.
std::size_t cyclic_items(const placed_blocks& blocks, int begin, int count) {
    const int end = begin + count;
    if (end <= blocks.members()) return blocks.range(begin, end).count;
    return blocks.range(begin, blocks.members()).count + blocks.range(0, end - blocks.members()).count;
}

schedule allgather_bruck_schedule(const collective_shape& shape) {
    schedule_builder out;
    const placed_blocks blocks = blocks_in_output(shape);
    const int rank = shape.rank, size = shape.size;
    // The blocks in the order of the ranks, beginning with this rank's own. On rank 0 that is the order of the output.
    const items_at held = rank == 0 ? blocks.all() : out.scratch(blocks.all().count);
    const std::size_t own = blocks.block(rank).count;
    out.copy({area::input, 0, own}, part_of(held, 0, own));
    for (int distance = 1; distance < size; distance *= 2) {
        const int count = std::min(distance, size - distance);
        const int from = (rank + distance) % size;
        out.receive(from, part_of(held, cyclic_items(blocks, rank, distance), cyclic_items(blocks, from, count)));
        out.send((rank + size - distance) % size, part_of(held, 0, cyclic_items(blocks, rank, count)));
        out.wait();
    }
    if (rank == 0) return out.finish();
    const items_at upper = blocks.range(rank, size), lower = blocks.range(0, rank);
    out.copy(part_of(held, 0, upper.count), upper);
    out.copy(part_of(held, upper.count, lower.count), lower);
    return out.finish();
}

algorithm_cost allgather_bruck_cost(const collective_shape& shape) {
    const placed_blocks blocks = blocks_in_output(shape);
    round_costs rounds;
    for (int distance = 1; distance < shape.size; distance *= 2) {
        for (int rank = 0; rank < shape.size; ++rank)
            rounds.message(cyclic_items(blocks, rank, std::min(distance, shape.size - distance)));
        rounds.end_round();
    }
    return rounds.sum();
}

}  // namespace

const algorithm allgather_bruck{
    .kind = collective_kind::allgather,
    .name = "bruck",
    .summary = "all blocks so far to rank - 1, - 2, - 4, ...: fewest rounds for any number of ranks, for short blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &allgather_bruck_schedule,
    .cost = &allgather_bruck_cost,
};

}  // namespace banyan::net
