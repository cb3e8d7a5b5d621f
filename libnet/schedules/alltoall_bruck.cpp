// Alltoall by Bruck et al. (1997, "Efficient algorithms for all-to-all communications in multiport message-passing
// systems", the index operation). A block for rank + j moves by the powers of two in j, one per round. In the round of
// distance d a rank packs all blocks that have d in their j into one message to rank + d.
#include <utility>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"

namespace banyan::net {
namespace {

// The blocks j of 0 .. size-1 with bit `distance`, as ranges of consecutive blocks (begin, end).
std::vector<std::pair<int, int>> blocks_of_round(int distance, int size) {
    std::vector<std::pair<int, int>> ranges;
    for (int begin = distance; begin < size; begin += 2 * distance)
        ranges.emplace_back(begin, std::min(begin + distance, size));
    return ranges;
}

std::size_t count_of_round(int distance, int size) {
    int count = 0;
    for (const auto& [begin, end] : blocks_of_round(distance, size))
        count += end - begin;
    return static_cast<std::size_t>(count);
}

items_at range(const items_at& blocks, std::size_t block_items, int begin, int end) {
    return part_of(blocks, static_cast<std::size_t>(begin) * block_items,
                   static_cast<std::size_t>(end - begin) * block_items);
}

struct bruck_memory {
    items_at travelling;  // block j is on its way from rank - j' to rank + j - j', where j' are the bits of j so far
    items_at packed, arrived;
};

void add_round(schedule_builder& out, const collective_shape& shape, const bruck_memory& memory, int distance) {
    const std::size_t m = shape.items;
    const std::size_t count = count_of_round(distance, shape.size) * m;
    std::size_t at = 0;
    for (const auto& [begin, end] : blocks_of_round(distance, shape.size)) {
        const items_at blocks = range(memory.travelling, m, begin, end);
        out.copy(blocks, part_of(memory.packed, at, blocks.count));
        at += blocks.count;
    }
    out.receive((shape.rank + shape.size - distance) % shape.size, part_of(memory.arrived, 0, count));
    out.send((shape.rank + distance) % shape.size, part_of(memory.packed, 0, count));
    out.wait();
    at = 0;
    for (const auto& [begin, end] : blocks_of_round(distance, shape.size)) {
        const items_at blocks = range(memory.travelling, m, begin, end);
        out.copy(part_of(memory.arrived, at, blocks.count), blocks);
        at += blocks.count;
    }
}

schedule alltoall_bruck_schedule(const collective_shape& shape) {
    schedule_builder out;
    const int rank = shape.rank, size = shape.size;
    const std::size_t m = shape.items, all = static_cast<std::size_t>(size) * m;
    const items_at input{area::input, 0, all}, output{area::output, 0, all};
    out.copy(range(input, m, rank, rank + 1), range(output, m, rank, rank + 1));
    if (size == 1) return out.finish();
    const std::size_t most = count_of_round(1, size) * m;
    // Block 0 stays here; its place is not used.
    const bruck_memory memory{out.scratch(all), out.scratch(most), out.scratch(most)};
    out.copy(range(input, m, rank + 1, size), range(memory.travelling, m, 1, size - rank));
    out.copy(range(input, m, 0, rank), range(memory.travelling, m, size - rank, size));
    for (int distance = 1; distance < size; distance *= 2)
        add_round(out, shape, memory, distance);
    for (int j = 1; j < size; ++j) {
        const int source = (rank + size - j) % size;
        out.copy(range(memory.travelling, m, j, j + 1), range(output, m, source, source + 1));
    }
    return out.finish();
}

algorithm_cost alltoall_bruck_cost(const collective_shape& shape) {
    round_costs rounds;
    for (int distance = 1; distance < shape.size; distance *= 2) {
        rounds.messages(static_cast<std::uint64_t>(shape.size), count_of_round(distance, shape.size) * shape.items);
        rounds.end_round();
    }
    return rounds.sum();
}

}  // namespace

const algorithm alltoall_bruck{
    .kind = collective_kind::alltoall,
    .name = "bruck",
    .summary = "packed blocks to rank + 1, + 2, + 4, ...: few rounds, for short blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &alltoall_bruck_schedule,
    .cost = &alltoall_bruck_cost,
};

}  // namespace banyan::net
