// A reduce-scatter around the ring of ranks, as a part of schedules.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// p - 1 rounds: in round k = 0 .. p - 2 rank r sends rank r + 1 its part of block r - k - 1, and combines the part of
/// block r - k - 2 that it receives with its own items. So block r ends on rank r. Block r is combined from rank r + 1
/// on around the ring, so the operation has to commute. Blocks are sent in segments: one is combined while the next
/// ones are under way. The last sends are waited for. `result` has the items of the rank's block. `blocks` has p
/// blocks.
void add_ring_reduce_scatter(schedule_builder& out, int rank, const item_blocks& blocks, const items_at& result,
                             std::size_t segment);
algorithm_cost ring_reduce_scatter_cost(const item_blocks& blocks, std::size_t segment);

}  // namespace banyan::net
