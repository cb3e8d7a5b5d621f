// Two ranks send a vector to each other in turn. Rank 0 prints the time of a round trip on standard error.
// Run:     banyan run -n 2 -- ping_pong
#include <chrono>
#include <cstdio>
#include <vector>

#include "banyan/net/session.hpp"

namespace net = banyan::net;

int main() {
    net::session session;
    const net::group& world = session.world();
    if (world.size() != 2) {
        std::fprintf(stderr, "ping_pong needs 2 tasks: banyan run -n 2 -- ping_pong\n");
        return 1;
    }
    const net::rank other{1 - world.rank().value};
    const net::tag ball{1};

    for (const std::size_t length : {1, 1000, 100000}) {
        const int rounds = 100;
        std::vector<double> items(length);
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < rounds; ++i) {
            if (world.rank() == net::rank{0}) {
                world.send(other, ball, items);
                world.recv(other, ball, items);
            } else {
                world.recv(other, ball, items);
                for (double& item : items)
                    item += 1;
                world.send(other, ball, items);
            }
        }
        const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
        if (world.rank() == net::rank{0}) {
            std::printf("%zu items, %d round trips, the last item is %g\n", length, rounds, items.back());
            std::fprintf(stderr, "%.1f us per round trip\n", spent.count() / rounds);
        }
    }
}
