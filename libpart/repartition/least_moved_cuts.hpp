// Positions of parallel cuts at which the fewest lines change their part.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libpart/geometry/apportion.hpp"

namespace banyan::part {

/// The most intervals for which the dynamic program of least_moved_cuts() runs; for more it is too slow.
constexpr std::size_t most_exact_parts = 64;

/// Divides begin .. end into limits.size() intervals whose sizes are within their limits, so that as few lines as
/// possible change their interval. `old` are the old cuts (ascending, one fewer than limits; a cut outside begin .. end
/// counts as one at that end). Returns the new cuts; nothing if the limits allow no division.
///
/// The lines between the old and the new position of a cut are those that pass this cut, so the lines that move are the
/// union of these stretches. If the limits let no cut pass an old position of a neighbour, the stretches do not
/// overlap, and nearest_cuts() moves least: O(k log k) for k intervals. Otherwise a dynamic program over the k
/// positions of each cut that an optimum can have: O(k^2 log k). docs/derivations.md has the proof. For more than
/// most_exact_parts intervals, and where an interval shrinks to its least size, the result may move more.
std::optional<std::vector<std::int64_t>> least_moved_cuts(std::int64_t begin, std::int64_t end,
                                                          std::span<const std::int64_t> old,
                                                          std::span<const bounds> limits);

}  // namespace banyan::part
