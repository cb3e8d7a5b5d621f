// Positions of parallel cuts near given positions, if the sizes between them are limited.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libpart/geometry/apportion.hpp"

namespace banyan::part {

/// Divides begin .. end into limits.size() intervals whose sizes are within their limits, with the least sum of
/// distances of the cuts from `wanted` (ascending, one fewer than limits). Returns the cuts; nothing if the limits
/// allow no division. O(k log k) for k intervals: the least cost as a function of the position of a cut is convex and
/// piecewise linear, and the next cut shifts its falling part by the least size and its rising part by the most.
std::optional<std::vector<std::int64_t>> nearest_cuts(std::int64_t begin, std::int64_t end,
                                                      std::span<const std::int64_t> wanted,
                                                      std::span<const bounds> limits);

}  // namespace banyan::part
