// Cuts near the old ones, if the work of the parts between them is limited.
#pragma once

#include <cstdint>
#include <vector>

#include "libpart/repartition/chain.hpp"

namespace banyan::part {

/// The cuts of a chain with work_to, near its old ones, at which the work of each part is at most `time` x its weight,
/// except that a part of its fewest lines may have more. If there are no such cuts, those for the least time for which
/// there are some. If no line has more work than this time allows the part with the least weight, no other cuts have a
/// shorter time. From the first cut to the last one, each cut goes to the line nearest to its old position that the
/// cuts before it and the work after it allow. O(k log n) for k parts of n lines, in each of up to 60 steps if the time
/// is searched for.
std::vector<std::int64_t> cuts_within_work(const part_chain& chain, double time);

}  // namespace banyan::part
