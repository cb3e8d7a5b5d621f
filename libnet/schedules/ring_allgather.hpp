// An allgather around the ring of ranks, as a part of schedules.
#pragma once

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// p - 1 rounds: rank r sends rank r + 1 the block that it received in the round before, first its own, block r. All
/// blocks are in the output. `blocks` has p blocks.
void add_ring_allgather(schedule_builder& out, int rank, const item_blocks& blocks);
algorithm_cost ring_allgather_cost(const item_blocks& blocks);

}  // namespace banyan::net
