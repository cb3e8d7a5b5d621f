// The ranks add their parts in each step. One rank dies; the others make a new group and continue without it.
// Run:     banyan run -n 4 --grace 30 -- survivors
// The run still fails: banyan run reports the task that was killed, with status 137.
#include <csignal>
#include <cstdio>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"
#include "banyan/net/session.hpp"
#include "banyan/net/shrink.hpp"

namespace net = banyan::net;
constexpr int steps = 4;

// Prints the ranks of `world` that are in the group `before` and not in the group `now`.
static void print_lost(const net::group& world, const net::group& before, const net::group& now) {
    for (int r = 0; r < before.size(); ++r) {
        bool is_lost = true;
        for (int other = 0; other < now.size(); ++other)
            if (now.task(net::rank{other}) == before.task(net::rank{r})) is_lost = false;
        if (is_lost) std::printf("rank %d is lost\n", world.rank_of(before.task(net::rank{r})).value);
    }
}

int main() {
    // When a task of a run fails, the others get SIGTERM. These use the time that --grace gives them.
    std::signal(SIGTERM, SIG_IGN);
    net::session session;
    const net::group& world = session.world();
    const int part = world.rank().value + 1;

    net::group now = world;
    bool is_new = false;
    int step = 1, sum = 0;
    while (step <= steps) {
        if (step == 3 && world.rank() == net::rank{2}) std::raise(SIGKILL);
        try {
            // Some ranks may have finished a step that has failed on others: all continue with the earliest one.
            if (is_new) step = net::allreduce_value(now, step, net::op::min());
            is_new = false;
            sum = net::allreduce_value(now, step * part, std::plus<>());
            ++step;
        } catch (const net::error& failure) {
            // The first rank that calls shrink ends the waits of the others: these get errc::revoked.
            if (failure.which() != net::errc::peer_lost && failure.which() != net::errc::revoked) throw;
            const net::group before = now;
            now = net::shrink(now);
            is_new = true;
            if (now.rank() == net::rank{0}) print_lost(world, before, now);
        }
    }
    if (now.rank() == net::rank{0}) std::printf("%d ranks finish step %d, the sum is %d\n", now.size(), steps, sum);
}
