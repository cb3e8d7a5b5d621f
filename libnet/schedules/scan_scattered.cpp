// Scan in blocks: scattered_scan.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/scattered_scan.hpp"

namespace banyan::net {
namespace {

schedule scan_scattered_schedule(const collective_shape& shape) {
    return scattered_scan(shape, false);
}

algorithm_cost scan_scattered_cost(const collective_shape& shape) {
    return scattered_scan_cost(shape, false);
}

}  // namespace

const algorithm scan_scattered{
    .kind = collective_kind::scan,
    .name = "scattered",
    .summary = "each rank scans one block of all ranks: few items, for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &scan_scattered_schedule,
    .cost = &scan_scattered_cost,
};

}  // namespace banyan::net
