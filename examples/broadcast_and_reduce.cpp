// All ranks compute a part of pi. Rank 0 chooses the number of steps, all learn it, and the parts are added on rank 0.
// Run:     banyan run -n 4 -- broadcast_and_reduce
#include <cstdio>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace net = banyan::net;

int main() {
    net::session session;
    const net::group& world = session.world();
    const int me = world.rank().value;

    int steps = me == 0 ? 1000000 : 0;
    net::broadcast(world, steps);

    // The area below 4 / (1 + x * x) from 0 to 1: each rank takes every size-th strip.
    double part = 0;
    for (int i = me; i < steps; i += world.size()) {
        const double x = (i + 0.5) / steps;
        part += 4 / (1 + x * x) / steps;
    }
    double pi = 0;
    net::reduce(world, part, pi, std::plus<>{});
    if (me == 0) std::printf("pi is about %.6f, with %d steps on %d ranks\n", pi, steps, world.size());
}
