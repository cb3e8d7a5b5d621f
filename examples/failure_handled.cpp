// A task dies. Rank 0 gets an error that names it instead of its part, and continues without it.
// Run:     banyan run -n 4 --grace 30 -- failure_handled
// The run still fails: banyan run reports the task that was killed, with status 137.
#include <csignal>
#include <cstdio>

#include "banyan/net/session.hpp"

namespace net = banyan::net;

int main() {
    // When a task of a run fails, the others get SIGTERM. These use the time that --grace gives them.
    std::signal(SIGTERM, SIG_IGN);
    net::session session;
    const net::group& world = session.world();
    const int me = world.rank().value;
    const net::rank leader{0};
    const net::tag part{1};

    if (me == 2) std::raise(SIGKILL);
    if (me != 0) {
        world.send(leader, part, me * 100);
        return 0;
    }

    int sum = 0;
    for (int r = 1; r < world.size(); ++r) {
        try {
            sum += world.recv<int>(net::rank{r}, part);
        } catch (const net::error& failure) {
            if (failure.which() != net::errc::peer_lost) throw;
            std::printf("rank %d is lost, its part is missing\n", world.rank_of(failure.peer()).value);
        }
    }
    std::printf("the sum of the other parts is %d\n", sum);
}
