// Makes connections to loopback ports without knowing the secret:
//   daemon_test_strangers IDLE DRIPPING CONNECTS_PER_SECOND SECONDS ADDRESS:PORT...
// Prints "ready" when all idle and dripping connections have been made once, and at its end the number of connections.
// It also ends after a line on its standard input, or at the end of the input.
#include <poll.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "tests/common/strangers.hpp"

int main(int argc, char** argv) {
    if (argc < 6) return std::fputs("IDLE DRIPPING CONNECTS_PER_SECOND SECONDS ADDRESS:PORT...\n", stderr), 2;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    try {
        const banyan::testing::strangers attack(
            {argv + 5, argv + argc},
            {.idle = std::atoi(argv[1]), .dripping = std::atoi(argv[2]), .connects_per_second = std::atoi(argv[3])});
        std::puts("ready");
        std::fflush(stdout);
        pollfd input{.fd = 0, .events = POLLIN, .revents = 0};
        (void)::poll(&input, 1, 1000 * std::atoi(argv[4]));
        std::printf("%ld connections\n", attack.made());
        return 0;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "%s\n", failed.what());
        return 1;
    }
}
