#include "libnet/collectives/schedule_cost.hpp"

#include <bit>

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

namespace {

using count = std::uint64_t;

// The number of blocks that are sent over all edges of the tree: the sum of the subtree sizes of nodes 1 .. size-1. A
// subtree of `node` has min(2^k, size - node) nodes, where 2^k is the largest power of two that divides `node`.
count tree_blocks(int size) {
    count blocks = 0;
    for (int bit = 1; bit < size; bit *= 2) {
        // Nodes bit, 3 bit, 5 bit, ... below size. Only the last of their subtrees may be incomplete.
        const int last = bit + (size - 1 - bit) / (2 * bit) * 2 * bit;
        const int whole = (last - bit) / (2 * bit);
        blocks += static_cast<count>(whole) * bit + (last + bit <= size ? bit : size - last);
    }
    return blocks;
}

}  // namespace

schedule_cost barrier_cost(int size) {
    const int rounds = cube_dimension(size);
    return {rounds, static_cast<count>(size) * rounds, 0};
}

schedule_cost broadcast_cost(int size, std::uint64_t bytes) {
    const auto messages = static_cast<count>(size - 1);
    return {cube_dimension(size), messages, messages * bytes};
}

schedule_cost reduce_cost(int size, std::uint64_t bytes, bool root_is_first) {
    const int forward = root_is_first ? 0 : 1;
    const auto messages = static_cast<count>(size - 1 + forward);
    return {cube_dimension(size) + forward, messages, messages * bytes};
}

schedule_cost allreduce_cost(int size, std::uint64_t bytes) {
    const int cube = static_cast<int>(std::bit_floor(static_cast<unsigned>(size)));
    const int folded_pairs = size - cube;
    const int exchanges = cube_dimension(cube);
    const auto messages = static_cast<count>(cube) * exchanges + 2 * static_cast<count>(folded_pairs);
    return {exchanges + (folded_pairs > 0 ? 2 : 0), messages, messages * bytes};
}

schedule_cost gather_cost(int size, std::uint64_t bytes) {
    return {cube_dimension(size), static_cast<count>(size - 1), tree_blocks(size) * bytes};
}

schedule_cost scatter_cost(int size, std::uint64_t bytes) {
    return gather_cost(size, bytes);
}

}  // namespace banyan::net
