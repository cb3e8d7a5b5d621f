// Whole numbers in proportion to weights.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace banyan::part {

/// The fewest and the most units that one share may have.
struct bounds {
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Divides `total` units into weights.size() shares so that the largest share / weight is as small as the bounds allow:
/// the divisor method of Jefferson and D'Hondt, which stays within one unit below the exact quota. Ties go to the lower
/// index. weights: > 0; limits: one per weight, least <= most, sum of least <= total <= sum of most. O((n + u) log n)
/// for n weights, where u is the number of units that the bounds move, at most 2^16.
std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> weights,
                                    std::span<const bounds> limits);

}  // namespace banyan::part
