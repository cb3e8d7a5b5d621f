// Reduce along two chains in segments of shape.segment items: from rank 0 up to the root, and from rank p-1 down to the
// root. A rank combines its own items with those of the chain and sends the result on, while it receives the next
// segment. The order of the ranks is kept: the root combines (left chain, own items), right chain.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// The steps of one rank, as a part of a schedule. Its sends, also those of the input, may still be under way after
/// these steps.
void add_chain_reduce(schedule_builder& out, const collective_shape& shape);

/// Let d be the longer and n the shorter distance of the root from rank 0 and from rank p-1, and s the number of
/// segments: d - 1 + s rounds, but not less than n - 1 + 2 s if both distances are positive.
algorithm_cost chain_reduce_cost(const collective_shape& shape);

}  // namespace banyan::net
