// All pairs of processes in rounds of disjoint pairs, so that no process takes part in two measurements at once.
#pragma once

#include <utility>
#include <vector>

namespace banyan::advisor {

using rank_pair = std::pair<int, int>;  ///< first < second

/// Rounds of disjoint pairs that together hold each pair of 0 .. p-1 exactly once: p-1 rounds for even p, p rounds for
/// odd p (the circle method of round-robin tournaments). Empty for p < 2.
std::vector<std::vector<rank_pair>> disjoint_pair_rounds(int p);

}  // namespace banyan::advisor
