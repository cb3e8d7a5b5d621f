// Scan by recursive doubling: member_scan.hpp. After step k rank r holds the combination of the ranks r - 2^(k+1) + 1
// .. r. It defines the standard association of scan.
#include <numeric>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/member_scan.hpp"

namespace banyan::net {
namespace {

schedule scan_doubling_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at mine{area::output, 0, shape.items};
    out.copy({area::input, 0, shape.items}, mine);
    std::vector<int> ranks(static_cast<std::size_t>(shape.size));
    std::iota(ranks.begin(), ranks.end(), 0);
    add_member_scan(out, ranks, shape.rank, mine);
    return out.finish();
}

algorithm_cost scan_doubling_cost(const collective_shape& shape) {
    return member_scan_cost(shape.size, shape.items);
}

}  // namespace

const algorithm scan_doubling{
    .kind = collective_kind::scan,
    .name = "doubling",
    .summary = "from rank - 1, - 2, - 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &scan_doubling_schedule,
    .cost = &scan_doubling_cost,
};

}  // namespace banyan::net
