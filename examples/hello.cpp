// Run:     banyan run -n 4 -- hello
// Prints:  4 tasks, sum of ranks 6, greeting from rank 3     (on rank 0)
#include <cstdio>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

int main() {
    banyan::net::session session;
    banyan::net::group& world = session.world();
    const int me = world.rank().value;
    const int size = world.size();
    const int sum = banyan::net::allreduce_value(world, me, std::plus<>{});

    // Each rank sends its number to the next rank of a ring; a task that runs alone sends it to itself.
    int greeting = 0;
    auto incoming =
        world.async_recv<int>(banyan::net::rank{(me + size - 1) % size}, banyan::net::tag{1}, {&greeting, 1});
    world.send<int>(banyan::net::rank{(me + 1) % size}, banyan::net::tag{1}, {&me, 1});
    incoming.wait();
    if (me == 0) std::printf("%d tasks, sum of ranks %d, greeting from rank %d\n", size, sum, greeting);
}
