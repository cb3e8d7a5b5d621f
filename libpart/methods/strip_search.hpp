// The layouts that xy, xy2 and tile try, with Kaddoura's cost: Acost + latency * E_i (section 5).
#pragma once

#include "libpart/methods/column_layout.hpp"

namespace banyan::part {

/// The directions that the strips may have.
enum class ways {
    longer_side,  ///< strips along the longer side
    both          ///< also along the shorter side
};

/// The nondecreasing list of strip sizes with the least cost for the sorted processors; of equal costs the first one in
/// lexicographic order, along the longer side. `latency` >= 0: the cost of an internal edge in cell sides, besides its
/// length. O(pt(p)). For more than max_listed_strips processors the lists are not enumerated: the dynamic program of
/// `columns` gives the optimum for latency 0.
cut_tree cheapest_strips(const grid& domain, processor_list processors, ways allowed, double latency);
/// For more processors, the integer partitions of p are too many to enumerate (147,273 at 48).
constexpr std::size_t max_listed_strips = 48;

/// The layout of TILE (section 6.2) with the least cost; of equal costs the first one that its procedure makes.
/// O(2^(p-1)) at worst. For more than max_tiled processors the result is that of cheapest_strips() for both ways.
cut_tree cheapest_tiles(const grid& domain, processor_list processors, double latency);
constexpr std::size_t max_tiled = 24;

/// Corners on the line between two neighbouring strips with the processors first .. middle - 1 and middle .. last - 1,
/// from the prefix sums of the shares: one per cut that ends there. Cuts that meet count once.
std::size_t corners_between(const std::vector<double>& sums, std::size_t first, std::size_t middle, std::size_t last);

}  // namespace banyan::part
