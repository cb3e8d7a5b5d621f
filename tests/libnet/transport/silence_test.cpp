// A peer whose host does not answer any more (in a network namespace whose only interface is taken down), and a peer
// that answers but does not read.
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstring>
#include <iostream>

#include "tests/libnet/transport/socket_tasks.hpp"

namespace silence_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr int no_namespaces = 77;

bool set_loopback(bool up) {
    const int any = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    std::strcpy(request.ifr_name, "lo");
    const bool known = ::ioctl(any, SIOCGIFFLAGS, &request) == 0;
    request.ifr_flags = static_cast<short>(up ? request.ifr_flags | IFF_UP : request.ifr_flags & ~IFF_UP);
    const bool done = known && ::ioctl(any, SIOCSIFFLAGS, &request) == 0;
    ::close(any);
    return done;
}

// Runs the body in a child process with a network of its own; its status, or no_namespaces.
int in_own_network(const std::function<int()>& body) {
    const pid_t child = ::fork();
    if (child == 0) {
        int status = no_namespaces;
        if (::unshare(CLONE_NEWNET) == 0 && set_loopback(true)) {
            try {
                status = body();
            } catch (const std::exception& failed) {
                std::cerr << failed.what() << '\n';
                status = 1;
            }
        }
        ::_exit(status);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// After one exchange the network is cut; what then ends the receive of task 0, and when.
int loss_after_cut(bool with_data_under_way) {
    mailbox_options options;
    options.silence_limit = 2s;
    options.linger = 0ms;
    socket_tasks tasks(std::vector<std::vector<std::string>>(2, {"127.0.0.1"}), options);
    meet(tasks);
    demand(set_loopback(false), "the cut");
    const auto cut = std::chrono::steady_clock::now();
    const auto unread = pattern(1000, 2);
    request under_way;
    if (with_data_under_way) under_way = tasks.box(0).async_send({tasks.task(1), tag{2}}, unread);
    const auto why = error_of([&] { (void)tasks.box(0).recv({tasks.task(1), tag{3}}, limit); });
    demand(why == errc::peer_lost, "not peer_lost");
    demand(std::chrono::steady_clock::now() - cut < 6 * options.silence_limit, "late");  // before the default of 15 s
    return 0;
}

}  // namespace

TEST_CASE("a peer whose network is cut is peer_lost within the silence limit", "[errors][silence]") {
    const bool with_data = GENERATE(true, false);
    const int status = in_own_network([&] { return loss_after_cut(with_data); });
    if (status == no_namespaces)
        WARN("skipped: a network namespace of its own is not allowed here");
    else
        CHECK(status == 0);
}

TEST_CASE("a peer that does not read for longer than the silence limit is not lost", "[errors][silence]") {
    mailbox_options options;
    options.silence_limit = 1s;
    options.linger = 0ms;
    options.unexpected_cap_bytes = std::size_t{16} << 20;
    socket_tasks tasks(std::vector<std::vector<std::string>>(2, {"127.0.0.1"}), options);
    meet(tasks);
    // More than both socket buffers take: the window of task 1 closes, and stays closed.
    const auto payload = pattern(60'000, 3);
    std::vector<request> sends;
    for (int i = 0; i < 1000; ++i)
        sends.push_back(tasks.box(0).async_send({tasks.task(1), tag{2}}, payload));
    const auto why = error_of([&] { (void)tasks.box(0).recv({tasks.task(1), tag{3}}, 4 * options.silence_limit); });
    CHECK(why == errc::timeout);
    background peer([&] {
        for (int i = 0; i < 1000; ++i)
            demand(tasks.box(1).recv({tasks.task(0), tag{2}}, limit).payload == payload, "content");
        tasks.box(1).send({tasks.task(0), tag{4}}, {}, limit);
    });
    (void)tasks.box(0).recv({tasks.task(1), tag{4}}, limit);
    CHECK(peer.failure() == "");
}

}  // namespace silence_test
