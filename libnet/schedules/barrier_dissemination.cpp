// Dissemination barrier for any number of ranks p: after round k a rank has received, directly or indirectly, a signal
// from each of the 2^(k+1) - 1 ranks before it. ceil(log2 p) rounds.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {
namespace {

schedule barrier_dissemination_schedule(const collective_shape& shape) {
    schedule_builder out;
    const int p = shape.size;
    for (int round = 0; round < cube_dimension(p); ++round) {
        const int distance = 1 << round;
        out.await_signal((shape.rank - distance + p) % p);
        out.signal((shape.rank + distance) % p);
        out.wait();
    }
    return out.finish();
}

algorithm_cost barrier_dissemination_cost(const collective_shape& shape) {
    const int rounds = cube_dimension(shape.size);
    return {rounds, static_cast<std::uint64_t>(shape.size) * static_cast<std::uint64_t>(rounds), 0, 0, 0};
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
