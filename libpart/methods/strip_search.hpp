// The layouts that xy, xy2 and tile try, priced with Kaddoura's latency: Acost + latency * E_i (section 5).
#pragma once

#include "libpart/methods/column_layout.hpp"

namespace banyan::part {

/// Which of the two directions the cuts between strips may take.
enum class ways {
    longer_side,  ///< strips along the longer side
    both          ///< also along the shorter side
};

/// The cheapest nondecreasing list of strip sizes for the sorted processors; of equal costs the first in lexicographic
/// order, along the longer side. `latency` >= 0: cell sides that an internal edge costs beside its length. O(pt(p));
/// above max_listed_strips processors the list is not walked: the dynamic program of `columns` answers, for latency 0.
cut_tree cheapest_strips(const grid& domain, processor_list processors, ways allowed, double latency);
/// Beyond it the number of integer partitions of p explodes (147,273 at 48).
constexpr std::size_t max_listed_strips = 48;

/// The cheapest layout of TILE (section 6.2), of equal costs the first that its procedure makes. O(2^(p-1)) at worst;
/// above max_tiled processors the answer is that of cheapest_strips for both ways.
cut_tree cheapest_tiles(const grid& domain, processor_list processors, double latency);
constexpr std::size_t max_tiled = 24;

/// Corners on the line between two neighbouring strips that hold the processors first .. middle - 1 and middle .. last
/// - 1 of the prefix shares: one per cut that ends there; cuts that meet count once.
std::size_t corners_between(const std::vector<double>& sums, std::size_t first, std::size_t middle, std::size_t last);

}  // namespace banyan::part
