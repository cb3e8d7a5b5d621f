// Exclusive scan in blocks: scattered_scan.hpp.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/scattered_scan.hpp"

namespace banyan::net {
namespace {

schedule exclusive_scan_scattered_schedule(const collective_shape& shape) {
    return scattered_scan(shape, true);
}

algorithm_cost exclusive_scan_scattered_cost(const collective_shape& shape) {
    return scattered_scan_cost(shape, true);
}

}  // namespace

const algorithm exclusive_scan_scattered{
    .kind = collective_kind::exclusive_scan,
    .name = "scattered",
    .summary = "each rank scans one block of all ranks: few items, for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &exclusive_scan_scattered_schedule,
    .cost = &exclusive_scan_scattered_cost,
};

}  // namespace banyan::net
