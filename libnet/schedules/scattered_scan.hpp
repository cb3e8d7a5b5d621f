// Scans for long vectors: each rank receives one block of all ranks, scans it alone and sends each rank its part.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// The association is that of scan or exclusive_scan by doubling. 2 (p - 1) rounds, and memory for p blocks of m / p
/// items, twice that if exclusive.
schedule scattered_scan(const collective_shape& shape, bool exclusive);
algorithm_cost scattered_scan_cost(const collective_shape& shape, bool exclusive);

}  // namespace banyan::net
