// A child that a task forks does not damage the links of the task. On each transport.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_fork_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// The exit status of the child. -1 if it did not end and was killed.
int status_of(pid_t child) {
    int status = 0;
    for (const deadline until(limit); !until.passed(); std::this_thread::yield())
        if (::waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return -1;
}

// Sends enough short messages that some are coalesced and the background flusher runs.
void stream(group& world, rank to, rank from) {
    for (int i = 0; i < 200; ++i)
        world.send(to, tag{i}, bytes_of(i), limit);
    for (int i = 0; i < 200; ++i) {
        int got = -1;
        world.recv<int>(from, tag{i}, std::span(&got, 1), limit);
        demand(got == i, "content");
    }
}

}  // namespace

TEST_CASE("the mailbox of a forked child ends without touching the parent's links", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        const rank other{1 - world.rank().value};
        stream(world, other, other);
        if (world.rank() == rank{0}) {
            for (int i = 0; i < 20; ++i)
                world.send(other, tag{1000 + i}, {}, limit);  // the last ones may be coalesced
            const pid_t child = ::fork();
            if (child == 0) {
                { const mailbox ends_here(std::move(world.box())); }
                ::_exit(7);
            }
            demand(status_of(child) == 7, "the child ends");
        }
        stream(world, other, other);
        for (int i = 0; world.rank() == rank{1} && i < 20; ++i)
            (void)world.recv(other, tag{1000 + i}, limit);
    });
}

}  // namespace mailbox_fork_test
