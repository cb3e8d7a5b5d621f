// Some ranks, the members, with one block of items each. The blocks are consecutive in an area. Exchanges of such
// blocks are parts of several algorithms: each `add_` function adds one member's steps, each `_cost` function gives the
// cost of all. Pure.
#pragma once

#include <span>
#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/collective_shape.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// A member that has only its own block at the start.
constexpr int own_block_only(int /*member*/, int /*members*/) {
    return 1;
}

struct placed_blocks {
    std::vector<int> ranks;  ///< of the members, in the order of their blocks
    std::vector<std::size_t>
        begins;  ///< block of member i: items begins[i] .. begins[i + 1] - 1; one more than members
    area where = area::output;
    /// How many blocks a member has when an allgather begins, from its own block on. It does not receive them again.
    int (*had)(int member, int members) = &own_block_only;

    [[nodiscard]] int members() const { return static_cast<int>(ranks.size()); }
    [[nodiscard]] int rank(int member) const { return ranks[static_cast<std::size_t>(member)]; }
    /// The blocks of the members `begin` to `end` - 1.
    [[nodiscard]] items_at range(int begin, int end) const {
        const std::size_t first = begins[static_cast<std::size_t>(begin)];
        return {where, first, begins[static_cast<std::size_t>(end)] - first};
    }
    [[nodiscard]] items_at block(int member) const { return range(member, member + 1); }
    /// True if an allgather must bring the blocks `begin` to `end` - 1 to the member.
    [[nodiscard]] bool lacks(int member, int begin, int end) const {
        return begin < member || end > member + had(member, members());
    }
    [[nodiscard]] items_at all() const { return range(0, members()); }
};

/// The blocks of all ranks in the output.
placed_blocks blocks_in_output(const collective_shape& shape);
placed_blocks blocks_in_output(const item_blocks& of_ranks);

/// Copies the member's own block from the input to its place.
void add_own_block(schedule_builder& out, const placed_blocks& blocks, int member);

/// Up the hypercube tree: member 0 gets all blocks.
void add_tree_gather(schedule_builder& out, const placed_blocks& blocks, int member);
algorithm_cost tree_gather_cost(const placed_blocks& blocks);

/// Down the hypercube tree, the largest subtree first: all members get the items of member 0.
void add_tree_broadcast(schedule_builder& out, std::span<const int> ranks, int member, items_at items);
algorithm_cost tree_broadcast_cost(int members, std::size_t items);

/// members - 1 rounds: each member sends the next one the block that it received in the round before, first its own.
void add_ring_allgather(schedule_builder& out, const placed_blocks& blocks, int member);
algorithm_cost ring_allgather_cost(const placed_blocks& blocks);

/// In round k all blocks so far are exchanged with member xor 2^k. For members that are not a power of two, pairs fold
/// first as in banyan_exchange().
void add_banyan_allgather(schedule_builder& out, const placed_blocks& blocks, int member);
algorithm_cost banyan_allgather_cost(const placed_blocks& blocks);

}  // namespace banyan::net
