// A reduce-scatter by pairwise exchange, as a part of schedules: each rank receives its block from every other rank and
// combines the blocks in the standard association.
#pragma once

#include <span>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// p - 1 rounds: in round k rank r receives its block from rank r + k and sends rank r - k its block of the input. The
/// next round is under way while the operands of one are combined. The last sends are not waited for. `result` has the
/// items of the rank's block. `blocks` has p blocks.
void add_pairwise_reduce_scatter(schedule_builder& out, int rank, const item_blocks& blocks, items_at result);
/// The same between some ranks, the members: `blocks` has a block for each of them, and `own` are the items of this
/// member for all. A block of the member itself in scratch memory may be overwritten.
void add_member_reduce_scatter(schedule_builder& out, std::span<const int> ranks, int member, const item_blocks& blocks,
                               const items_at& own, items_at result);
algorithm_cost pairwise_reduce_scatter_cost(const item_blocks& blocks);

}  // namespace banyan::net
