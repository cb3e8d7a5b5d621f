// A task for the tests of how runs end. Its first argument names how it ends, fails or waits.
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"
#include "libnet/joining/attachment.hpp"
#include "tests/common/compute.hpp"

namespace {

using banyan::net::group;
using banyan::net::rank;
using banyan::net::session;
using banyan::net::tag;
using banyan::testing::compute;
using std::chrono::milliseconds;

constexpr std::size_t long_message = 5'000'000;  // bytes; longer than the eager limit

void say(const std::string& text) {
    std::puts(text.c_str());
    std::fflush(stdout);
}

/// The last rank enters the gather late. By then, all others except rank 0 have returned from it and ended.
int gather_late(group& world) {
    if (world.rank().value == world.size() - 1) compute(milliseconds(300));
    const int mine = world.rank().value;
    std::vector<int> all(world.rank().value == 0 ? static_cast<std::size_t>(world.size()) : 0);
    banyan::net::gather(world, std::span(&mine, 1), std::span(all));
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i] != static_cast<int>(i)) return 5;
    return 0;
}

std::vector<char> long_payload() {
    std::vector<char> bytes(long_message);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 7);
    return bytes;
}

/// Rank 1 receives the long message of rank 0 late.
int receive_late(group& world) {
    compute(milliseconds(300));
    std::vector<char> bytes(long_message);
    world.recv(rank{0}, tag{1}, std::span(bytes));
    say(bytes == long_payload() ? "whole" : "damaged");
    return 0;
}

/// Rank 0 ends by calling `end` as soon as its send has returned. Its session is still open.
template <class End>
int send_and_end(group& world, End end) {
    if (world.rank() == rank{1}) return receive_late(world);
    const auto bytes = long_payload();
    world.send(rank{1}, tag{1}, std::span(bytes));
    end();
    return 9;  // not reached
}

/// Sends SIGALRM to the main thread when it waits in a call, which it does if it is found asleep several times.
void interrupt_when_asleep(pthread_t main_thread) {
    const std::string path = "/proc/self/task/" + std::to_string(::getpid()) + "/stat";
    for (int asleep = 0; asleep < 3; compute(milliseconds(10))) {
        std::string stat;
        std::getline(std::ifstream(path), stat);
        const auto close = stat.rfind(") ");
        asleep = close != stat.npos && stat[close + 2] == 'S' ? asleep + 1 : 0;
    }
    ::pthread_kill(main_thread, SIGALRM);
}

/// A signal handler of rank 0 calls exit() during a receive. Rank 1 waits for rank 0.
int exit_in_handler(group& world) {
    int value = 0;
    if (world.rank() == rank{1}) {
        try {
            world.recv(rank{0}, tag{2}, std::span(&value, 1));
        } catch (const banyan::net::error&) {
        }
        return 0;
    }
    std::signal(SIGALRM, [](int) { std::exit(0); });
    std::thread(interrupt_when_asleep, ::pthread_self()).detach();
    world.recv(rank{1}, tag{2}, std::span(&value, 1));
    return 9;  // not reached
}

/// A forked child ends by exit(). Its parent continues.
int fork_and_exit(group& world) {
    const pid_t child = ::fork();
    if (child == 0) std::exit(0);
    ::waitpid(child, nullptr, 0);
    banyan::net::barrier(world);
    return 0;
}

/// All ranks except `who` wait for a message that it never sends.
void wait_for(group& world, int who) {
    int value = 0;
    if (world.rank().value != who) world.recv(rank{who}, tag{9}, std::span(&value, 1));
}

int fail_in_one(group& world) {
    if (world.rank() == rank{1}) throw std::runtime_error("the input is bad:\nline 7");
    wait_for(world, 1);
    return 0;
}

int status_in_one(group& world) {
    if (world.rank() == rank{0}) return 3;
    wait_for(world, 0);
    return 0;
}

int status_and_catch(group& world) {
    try {
        return status_in_one(world);
    } catch (const banyan::net::error&) {
        return 1;
    }
}

/// The cause becomes known last: rank 0 closes its session long before its process ends with an error.
int slow_status() {
    {
        session joined;
        if (joined.world().rank() == rank{1}) wait_for(joined.world(), 0);
    }
    compute(milliseconds(300));
    return 3;
}

/// Each rank waits for the next one, at most until the deadline. Rank 0 has received a message with another tag.
int wait_in_ring_until(group& world, banyan::net::deadline until) {
    const int value = 1;
    const rank next{(world.rank().value + 1) % world.size()};
    if (world.rank() == rank{1}) world.send(rank{0}, tag{1}, std::span(&value, 1));
    banyan::net::barrier(world);
    say("waits");
    int other = 0;
    world.recv(next, tag{2}, std::span(&other, 1), until);
    return 0;
}

int wait_in_ring(group& world) {
    return wait_in_ring_until(world, {});
}

/// The call of rank 0 ends by itself, later than any test.
int wait_with_deadline(group& world) {
    return wait_in_ring_until(world, world.rank() == rank{0} ? std::chrono::hours(24) : banyan::net::deadline{});
}

/// Rank 0 has a second thread, which waits for something else and could send afterwards.
int wait_with_thread(group& world) {
    const auto wait_for_signal = [] {
        for (;;)
            ::pause();
    };
    if (world.rank() == rank{0}) std::thread(wait_for_signal).detach();
    return wait_in_ring(world);
}

/// Rank 0 waits in a barrier. The others compute without calling the library.
int wait_in_barrier(group& world) {
    banyan::net::barrier(world);
    say("waits");
    if (world.rank() == rank{0}) banyan::net::barrier(world);
    for (;;)
        ::pause();
}

int wrong_tag(group& world) {
    const int value = 1;
    int other = 0;
    if (world.rank() == rank{1}) {
        world.send(rank{0}, tag{1}, std::span(&value, 1));
        return 0;
    }
    world.recv(rank{1}, tag{2}, std::span(&other, 1));
    return 0;
}

/// Rank 0 drops its connection to rank 1. Both print the errors that they get.
int give_up() {
    using namespace banyan::net;
    const auto daemon = attach_from_environment(std::chrono::seconds(20));
    const int self = daemon->facts().rank;
    const auto members = daemon->exchange({}, std::chrono::seconds(20));
    if (self == 0) daemon->give_up(members[1].task, errc::resource_limit, "no descriptor (ulimit -n)");
    const deadline until = std::chrono::seconds(self == 2 ? 1 : 20);  // rank 2 must get no error
    std::string learned = "nothing";
    while (learned == "nothing" && self != 0 && !until.passed()) {
        if (const auto lost = daemon->try_next_loss(); lost && !lost->orderly)
            learned = std::string(lost->link_only ? "link " : "task ") + lost->text;
        compute(milliseconds(1));
    }
    say("rank " + std::to_string(self) + " learned " + learned);
    daemon->leave();
    return 0;
}

session* static_session() {
    static session joined;
    return &joined;
}

int run(const std::string& what) {
    if (what == "give-up") return give_up();
    if (what == "slow-status") return slow_status();
    if (what == "static") return send_and_end(static_session()->world(), [] { std::exit(0); });
    if (what == "leaked") return send_and_end((new session)->world(), [] { std::exit(0); });
    session joined;
    group& world = joined.world();
    const std::map<std::string, int (*)(group&)> ways{{"gather", gather_late},
                                                      {"fork", fork_and_exit},
                                                      {"exit-in-handler", exit_in_handler},
                                                      {"throw", fail_in_one},
                                                      {"status", status_in_one},
                                                      {"status-catch", status_and_catch},
                                                      {"ring", wait_in_ring},
                                                      {"barrier", wait_in_barrier},
                                                      {"wrong-tag", wrong_tag},
                                                      {"ring-deadline", wait_with_deadline},
                                                      {"ring-thread", wait_with_thread}};
    if (const auto way = ways.find(what); way != ways.end()) return way->second(world);
    if (what == "exit") return send_and_end(world, [] { std::exit(0); });
    if (what == "_exit") return send_and_end(world, [] { ::_exit(0); });
    if (what == "quick_exit") return send_and_end(world, [] { std::quick_exit(0); });
    if (what == "exit-in-thread") return send_and_end(world, [] { std::thread([] { std::exit(0); }).join(); });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc > 1 ? argv[1] : "");
}
