// From which size on square blocks beat rows: Crandall 1994, Theorem 3 and Figure 37.
#pragma once

#include <cstdint>
#include <optional>

#include "banyan/part/cost.hpp"

namespace banyan::part {

/// The latency below which blocks are cheaper, for the 5-point stencil on an n x n torus over p equal processors: p d n
/// tau (1 - 2 / sqrt p); 0 or less for p <= 4. Without frames.
double horizon_latency_s(double processors, double side, double item_bytes, double time_per_byte_s);

/// The smallest side n at which blocks are cheaper, once every processor has a row (n >= p): n > lambda / (p d tau (1 -
/// 2 / sqrt p)). None for p < 5 (blocks are never cheaper) or when that side is beyond grid::max_side. Throws error for
/// processors < 1 and impossible networks.
std::optional<std::int64_t> horizon_side(int processors, std::int64_t item_bytes, const network& net);

}  // namespace banyan::part
