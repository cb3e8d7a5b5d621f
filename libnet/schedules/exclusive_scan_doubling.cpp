// Exclusive scan by recursive doubling: member_scan.hpp. A rank holds the combination of 2^k ranks that end with
// itself, as in scan, and the same without its own items. It defines the standard association of exclusive_scan.
#include <numeric>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/member_scan.hpp"

namespace banyan::net {
namespace {

schedule exclusive_scan_doubling_schedule(const collective_shape& shape) {
    schedule_builder out;
    std::vector<int> ranks(static_cast<std::size_t>(shape.size));
    std::iota(ranks.begin(), ranks.end(), 0);
    add_member_exclusive_scan(out, ranks, shape.rank, {area::input, 0, shape.items}, {area::output, 0, shape.items});
    return out.finish();
}

algorithm_cost exclusive_scan_doubling_cost(const collective_shape& shape) {
    return member_exclusive_scan_cost(shape.size, shape.items);
}

}  // namespace

const algorithm exclusive_scan_doubling{
    .kind = collective_kind::exclusive_scan,
    .name = "doubling",
    .summary = "from rank - 1, - 2, - 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &exclusive_scan_doubling_schedule,
    .cost = &exclusive_scan_doubling_cost,
};

}  // namespace banyan::net
