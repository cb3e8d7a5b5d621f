#include "libnet/schedules/recursive_halving.hpp"

#include <algorithm>

#include "libnet/schedules/segments.hpp"

namespace banyan::net {

std::vector<halving_step> halving_steps(int index, int indices) {
    std::vector<halving_step> steps;
    block_range held{0, indices};
    for (int distance = 1; distance < indices; distance *= 2) {
        const int middle = (held.first + held.last) / 2;
        const block_range low{held.first, middle}, high{middle, held.last};
        const bool keeps_low = (index & distance) == 0;
        steps.push_back({distance, index ^ distance, keeps_low ? low : high, keeps_low ? high : low});
        held = steps.back().kept;
    }
    return steps;
}

void add_fold(schedule_builder& out, int peer, bool peer_is_left, halving_memory& memory, std::size_t segment) {
    const items_at theirs = part_of(memory.theirs, 0, memory.source.count);
    exchange_and_combine(out, {peer, memory.source, theirs, memory.work, peer_is_left}, {}, segment);
    memory.source = memory.work;
}

void add_halving_step(schedule_builder& out, const halving_step& now, int peer, const item_blocks& blocks,
                      halving_memory& memory, std::size_t segment) {
    const auto part = [&](const items_at& whole, block_range range) {
        return part_of(whole, blocks.begin(range.first), blocks.count(range.first, range.last));
    };
    const items_at own = part(memory.source, now.kept);
    const bool peer_is_left = now.kept.first > now.given.first;  // the higher index keeps the higher half
    exchange_and_combine(out,
                         {peer, own, part_of(memory.theirs, 0, own.count), part(memory.work, now.kept), peer_is_left},
                         part(memory.source, now.given), segment);
    memory.source = memory.work;
}

algorithm_cost halving_cost(const item_blocks& blocks, std::size_t segment) {
    algorithm_cost total;
    for (int width = blocks.size() / 2; width > 0; width /= 2) {  // of a half, which `width` indices keep
        std::size_t longest = 0;
        for (int first = 0; first < blocks.size(); first += width) {
            const std::size_t items = blocks.count(first, first + width);
            total.messages += static_cast<std::uint64_t>(width) * segment_count(items, segment);
            total.items += static_cast<std::uint64_t>(width) * items;
            longest = std::max(longest, items);
        }
        total.rounds += static_cast<int>(segment_count(longest, segment));
        total.path_items += longest;
    }
    total.path_combined = total.path_items;
    return total;
}

}  // namespace banyan::net
