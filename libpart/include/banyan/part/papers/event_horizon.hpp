// The grid size from which square blocks are faster than rows: Crandall 1994, Theorem 3 and Figure 37.
#pragma once

#include <cstdint>
#include <optional>

#include "banyan/part/cost.hpp"
#include "banyan/part/measured_network.hpp"

namespace banyan::part {

/// The latency in seconds below which blocks are faster than rows, for the 5-point stencil on an n x n torus with p
/// equal processors: p d n tau (1 - 2 / sqrt p), where d is the bytes of an item. 0 or less for p <= 4. Frames are not
/// counted.
double horizon_latency_s(double processors, double side, double item_bytes, double time_per_byte_s);

/// The smallest side n at which blocks are faster, if every processor has at least a row (n >= p): n > lambda / (p d
/// tau (1 - 2 / sqrt p)). Nothing for p < 5, where blocks are never faster, and if the side exceeds grid::max_side.
/// Throws error for processors < 1 and as check_network().
std::optional<std::int64_t> horizon_side(int processors, std::int64_t item_bytes, const network& net);
/// The same on a measured shared medium, where the size of each message selects its lambda and tau: rows send n items,
/// blocks n / sqrt p. So blocks may be faster with fewer than 5 processors too, and rows may be faster again on larger
/// grids. Nothing for one processor. Throws error for processors < 1, item_bytes outside 1 .. 2^30, and
/// medium::switched, for which the theorem does not hold.
std::optional<std::int64_t> horizon_side(int processors, std::int64_t item_bytes, const measured_network& net);

}  // namespace banyan::part
