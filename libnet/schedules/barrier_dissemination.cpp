// Dissemination barrier for any number of ranks: member_dissemination.hpp. ceil(log2 p) rounds.
#include <numeric>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/member_dissemination.hpp"

namespace banyan::net {
namespace {

schedule barrier_dissemination_schedule(const collective_shape& shape) {
    schedule_builder out;
    std::vector<int> all(static_cast<std::size_t>(shape.size));
    std::iota(all.begin(), all.end(), 0);
    add_member_dissemination(out, all, shape.rank);
    return out.finish();
}

algorithm_cost barrier_dissemination_cost(const collective_shape& shape) {
    return member_dissemination_cost(shape.size);
}

}  // namespace

const algorithm barrier_dissemination{
    .kind = collective_kind::barrier,
    .name = "dissemination",
    .summary = "to rank + 1, 2, 4, ..., from rank - 1, 2, 4, ...: the fewest rounds",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_dissemination_schedule,
    .cost = &barrier_dissemination_cost,
};

}  // namespace banyan::net
