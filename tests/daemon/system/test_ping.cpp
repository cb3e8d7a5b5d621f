// A task for strangers_test. It sends nothing until another process opens a pipe for writing. Then it enters a barrier
// and exchanges messages between ranks 0 and 1. Rank 0 prints the time of both.
//   daemon_test_ping ROUNDS PIPE
#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace {

using banyan::net::rank;
using banyan::net::tag;
using clock_type = std::chrono::steady_clock;

double ms_since(clock_type::time_point start) {
    return std::chrono::duration<double, std::milli>(clock_type::now() - start).count();
}

void ping(banyan::net::group& world, int rounds) {
    const rank other{1 - world.rank().value};
    std::vector<double> took;
    int value = 0;
    for (int i = 0; i < rounds; ++i) {
        const auto start = clock_type::now();
        if (world.rank() == rank{0}) world.send(other, tag{0}, std::span<const int>(&value, 1));
        world.recv(other, tag{0}, std::span(&value, 1));
        if (world.rank() == rank{1}) world.send(other, tag{0}, std::span<const int>(&value, 1));
        took.push_back(1000 * ms_since(start));
    }
    if (world.rank() != rank{0}) return;
    std::sort(took.begin(), took.end());
    std::printf("median %.1f us, p99 %.1f us\n", took[took.size() / 2], took[took.size() * 99 / 100]);
    std::fflush(stdout);
}

}  // namespace

int main(int, char** argv) {
    try {
        banyan::net::session session;
        auto& world = session.world();
        if (world.rank() == rank{0}) {
            std::puts("up");
            std::fflush(stdout);
        }
        if (::open(argv[2], O_RDONLY | O_CLOEXEC) < 0) return 18;  // blocks until a process opens the pipe for writing
        const auto start = clock_type::now();
        banyan::net::barrier(world);
        if (world.rank() == rank{0}) std::printf("barrier %.1f ms\n", ms_since(start));
        if (world.rank().value < 2) ping(world, std::atoi(argv[1]));
        banyan::net::barrier(world);
        return 0;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "%s\n", failed.what());
        return 17;
    }
}
