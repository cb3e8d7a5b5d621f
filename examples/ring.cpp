// The ranks form a ring, and each passes numbers to the next one. After size - 1 steps each rank has seen all numbers.
// Run:     banyan run -n 4 -- ring
#include <cstdio>

#include "banyan/net/session.hpp"

namespace net = banyan::net;

int main() {
    net::session session;
    const net::group& world = session.world();
    const int me = world.rank().value;
    const int size = world.size();
    const net::rank next{(me + 1) % size};
    const net::rank previous{(me + size - 1) % size};
    const net::tag pass{1};

    int number = me;
    int sum = me;
    for (int step = 1; step < size; ++step) {
        // All ranks send and receive at the same time. send_recv has no deadlock for any length.
        world.send_recv_replace(next, pass, number, previous, pass);
        sum += number;
    }
    std::printf("rank %d: the last number was %d, the sum is %d\n", me, number, sum);
}
