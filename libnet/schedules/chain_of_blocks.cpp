#include "libnet/schedules/chain_of_blocks.hpp"

#include <algorithm>
#include <vector>

namespace banyan::net {
namespace {

// The time at which the root has all blocks. Node k sends its own block and then those of the nodes k + 1, k + 2, ...
std::uint64_t time_to_root(const std::vector<std::uint64_t>& lengths) {
    std::vector<std::uint64_t> arrival(lengths.size(), 0);  // of each block at the node under consideration
    std::uint64_t last = 0;
    for (std::size_t node = lengths.size(); node-- > 1;) {
        std::uint64_t free = 0;
        for (std::size_t block = node; block < lengths.size(); ++block)
            if (lengths[block] > 0) arrival[block] = free = std::max(free, arrival[block]) + lengths[block];
        last = free;
    }
    return last;
}

}  // namespace

std::vector<int> chain_of_blocks::nodes_behind(bool last_first) const {
    std::vector<int> nodes;
    for (int other = node + 1; other < shape_.size; ++other)
        nodes.push_back(other);
    if (last_first) std::ranges::reverse(nodes);
    return nodes;
}

algorithm_cost chain_of_blocks_cost(const collective_shape& shape) {
    const block_layout blocks(shape.items, shape.counts);
    std::vector<std::uint64_t> items, messages;
    algorithm_cost sum;
    for (int node = 0; node < shape.size; ++node) {
        items.push_back(blocks.count(rank_of_node(node, shape.root, shape.size)));
        messages.push_back(items.back() > 0);
        sum.messages += messages.back() * static_cast<std::uint64_t>(node);
        sum.items += items.back() * static_cast<std::uint64_t>(node);
    }
    sum.rounds = static_cast<int>(time_to_root(messages));
    sum.path_items = time_to_root(items);
    return sum;
}

}  // namespace banyan::net
