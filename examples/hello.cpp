// Run:     banyan run -n 4 -- hello
// Prints:  4 tasks, sum of ranks 6, greeting from rank 3     (on rank 0)
#include <cstdio>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace net = banyan::net;

int main() {
    net::session session;
    const net::group& world = session.world();
    const int me = world.rank().value;
    const int size = world.size();
    const int sum = net::allreduce_value(world, me, std::plus<>{});

    // Each rank sends its number to the next rank of a ring; a task that runs alone sends it to itself.
    const net::rank next{(me + 1) % size}, previous{(me + size - 1) % size};
    world.send(next, net::tag{1}, me);
    const int greeting = world.recv<int>(previous, net::tag{1});
    if (me == 0) std::printf("%d tasks, sum of ranks %d, greeting from rank %d\n", size, sum, greeting);
}
