// A scatter from member 0 to some ranks, the members, down their folded hypercube tree (folded_hypercube_tree.hpp), as
// a part of schedules. Pure.
#pragma once

#include <span>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// `blocks` has a block for each member. `all`: on member 0, where all blocks are; not used on the others. `result`
/// gets the member's block. The sends are not waited for.
void add_member_scatter(schedule_builder& out, std::span<const int> ranks, int member, const item_blocks& blocks,
                        const items_at& all, const items_at& result);
algorithm_cost member_scatter_cost(const item_blocks& blocks);

}  // namespace banyan::net
