// A task that exchanges messages, for the tests of what a run's members learn of each other.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "banyan/net/session.hpp"

namespace {

using banyan::net::rank;
using banyan::net::tag;

/// Every rank waits for a message of rank 1, which never sends one.
void wait_for_rank_one(banyan::net::group& world) {
    if (world.rank() == rank{1}) {
        std::puts("rank 1 is up");
        std::fflush(stdout);
        for (;;)
            ::pause();
    }
    int value = 0;
    world.recv(rank{1}, tag{0}, std::span(&value, 1));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    try {
        banyan::net::session session;
        if (what == "wait") wait_for_rank_one(session.world());
        return 0;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "%s\n", failed.what());
        return 17;
    }
}
