// The reduce-scatter by recursive halving of Rabenseifner's algorithms (Thakur, Rabenseifner, Gropp 2005, sections 4.2
// and 4.4), as a part of schedules. The distances are 1, 2, 4, ..., so that the association is the standard one, that
// of the Banyan exchange.
#pragma once

#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/folded_cube.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

struct block_range {
    int first = 0, last = 0;  ///< the blocks first .. last - 1
};

/// What an index does in one step: it keeps one half of its blocks and gives the other to a partner.
struct halving_step {
    int distance = 0;  ///< partner = index xor distance
    int partner = 0;   ///< an index
    block_range kept, given;
};

/// The steps of `index` of `indices`, a power of two; there are as many blocks as indices.
std::vector<halving_step> halving_steps(int index, int indices);

/// The memory of a rank in a reduction by halving. `source` and `work` have all items of the call.
struct halving_memory {
    items_at source;  ///< its operand: first the input, after the first combination `work`
    items_at work;
    items_at theirs;  ///< scratch memory for the longest part that is received
};

/// Receives the operand of the other rank of a pair, combines it with that of this rank and waits.
void add_fold(schedule_builder& out, int peer, bool peer_is_left, halving_memory& memory, std::size_t segment);
/// The exchange of one step with `peer`, the rank of now.partner.
void add_halving_step(schedule_builder& out, const halving_step& now, int peer, const item_blocks& blocks,
                      halving_memory& memory, std::size_t segment);

/// The cost of all halving steps together. `blocks` has q blocks.
algorithm_cost halving_cost(const item_blocks& blocks, std::size_t segment);

}  // namespace banyan::net
