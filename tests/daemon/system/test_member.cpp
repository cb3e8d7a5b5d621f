// A task that exchanges messages, for the tests of the errors that members get if another one is lost.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"
#include "tests/common/compute.hpp"

namespace {

using banyan::net::rank;
using banyan::net::tag;

void say_up() {
    std::puts("rank 1 is up");
    std::fflush(stdout);
}

void say_waiting(const banyan::net::group& world) {
    std::printf("rank %d waits\n", world.rank().value);
    std::fflush(stdout);
}

[[noreturn]] void stay() {
    say_up();
    for (;;)
        ::pause();
}

/// Waits for a message of rank 1, which never sends it.
void wait_for_nothing(banyan::net::group& world) {
    int value = 0;
    world.recv(rank{1}, tag{9}, std::span(&value, 1));
}

/// Every rank waits for a message of rank 1.
void wait_for_rank_one(banyan::net::group& world) {
    if (world.rank() == rank{1}) stay();
    wait_for_nothing(world);
}

/// Numbers that identify message `number`.
std::vector<int> payload_of(int number) {
    std::vector<int> items(number % 4 == 0 ? 100 : (1 << 17) + number);
    std::iota(items.begin(), items.end(), number);
    return items;
}

constexpr int parting_messages = 24;  // 9 MiB; a connection takes only a part of it while the receiver does not read

/// Rank 1 closes its session while messages to rank 0 are in transit. Rank 0 receives them after it has read a line
/// from its standard input. The others wait for rank 0, because a receive from rank 1 would fail as soon as rank 1 has
/// sent everything.
void leave_with_undelivered(banyan::net::group& world) {
    if (world.rank() == rank{1}) {
        for (int i = 0; i < parting_messages; ++i)
            world.send(rank{0}, tag{0}, std::span<const int>(payload_of(i)));
        say_up();
    } else if (world.rank() == rank{0}) {
        pollfd input{.fd = 0, .events = POLLIN, .revents = 0};
        say_waiting(world);
        while (::poll(&input, 1, -1) < 0) {
        }
        for (int i = 0; i < parting_messages; ++i) {
            const auto expected = payload_of(i);
            std::vector<int> items(expected.size());
            world.recv(rank{1}, tag{0}, std::span(items));
            if (items != expected) throw std::runtime_error("a message is damaged");
        }
    } else {
        say_waiting(world);
        int value = 0;
        world.recv(rank{0}, tag{9}, std::span(&value, 1));
    }
}

/// Rank 1 stops in the state that `what` names. The others cannot continue without it.
void stop_in_state(banyan::net::group& world, const std::string& what) {
    const bool victim = world.rank() == rank{1};
    std::vector<int> longer(1 << 20), other(1 << 20);  // longer than the eager limit
    if (what == "connecting") {                        // does not answer the connections of the others
        if (victim) stay();
        say_waiting(world);
        world.send(rank{1}, tag{0}, std::span<const int>(longer));
        wait_for_nothing(world);
    }
    banyan::net::barrier(world);
    if (what == "leaving") return leave_with_undelivered(world);
    if (what == "eager" && victim) {
        world.send(rank{0}, tag{0}, std::span<const int>(longer).first(1));
        stay();
    }
    if (what == "rendezvous" && victim) {
        const auto by_rendezvous = world.async_send(rank{0}, tag{0}, std::span<const int>(longer));
        stay();
    }
    if (what == "collective" && victim) stay();
    say_waiting(world);
    if (what == "rendezvous" && world.rank() == rank{0}) world.recv(rank{1}, tag{0}, std::span(other));
    if (what == "collective") banyan::net::barrier(world);
    wait_for_nothing(world);
}

const char* name_of(const banyan::net::error& failed) {
    if (failed.which() == banyan::net::errc::peer_lost) return "peer_lost";
    return failed.which() == banyan::net::errc::host_lost ? "host_lost" : "another error";
}

/// Runs stop_in_state(). Prints the error that this member gets, and the time, immediately.
void stop_and_tell(banyan::net::group& world, const std::string& what) {
    ::signal(SIGTERM,
             SIG_IGN);  // the daemon ends the run with SIGTERM, but the member must learn of the loss in another way
    try {
        stop_in_state(world, what);
    } catch (const banyan::net::error& failed) {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        std::printf("rank %d learned %s of task %x at %lld\n", world.rank().value, name_of(failed), failed.peer().value,
                    static_cast<long long>(std::chrono::nanoseconds(now).count()));
        std::fflush(stdout);
        throw;
    }
}

/// Makes round trips from rank 0 to all others until rank 0 can read a line from its standard input.
void echo(banyan::net::group& world) {
    int value = 1;
    if (world.rank() == rank{1}) say_up();
    while (value != 0) {
        if (world.rank() == rank{0}) {
            pollfd input{.fd = 0, .events = POLLIN, .revents = 0};
            value = ::poll(&input, 1, 0) == 0 ? value + 1 : 0;
            for (int other = 1; other < world.size(); ++other)
                world.send(rank{other}, tag{0}, std::span<const int>(&value, 1));
            for (int other = 1; other < world.size(); ++other)
                world.recv(rank{other}, tag{0}, std::span(&value, 1));
        } else {
            world.recv(rank{0}, tag{0}, std::span(&value, 1));
            world.send(rank{0}, tag{0}, std::span<const int>(&value, 1));
        }
    }
}

/// Rank 0 begins when it has read a line from its standard input. Rank 1 is stopped until the test continues it. Both
/// compute between start and wait, and make no other call. No rank has a connection at the beginning.
void meet_first(banyan::net::group& world) {
    const rank other{1 - world.rank().value};
    int mine = world.rank().value, theirs = -1;
    if (world.rank() == rank{1}) {
        say_up();
        ::raise(SIGSTOP);
    }
    if (world.rank() == rank{0} && std::getchar() != '\n') throw std::runtime_error("no line");
    auto receive = world.async_recv(other, tag{0}, std::span(&theirs, 1));
    auto send = world.async_send(other, tag{0}, std::span<const int>(&mine, 1));
    banyan::testing::compute(std::chrono::seconds(1));
    send.wait();
    receive.wait();
    if (theirs != other.value) throw std::runtime_error("the message is damaged");
}

/// Exchanges a number with all others. Prints each failure: its rank, the other rank and the error.
void exchange_and_tell(banyan::net::group& world) {
    const int self = world.rank().value;
    std::vector<int> in(static_cast<std::size_t>(world.size()));
    std::map<int, std::string> failed;
    std::vector<std::pair<int, banyan::net::request>> requests;
    const auto note = [&](int other, const auto& operation) {
        try {
            operation();
        } catch (const banyan::net::error& why) {
            failed.emplace(other, why.what());
        }
    };
    for (int other = 0; other < world.size(); ++other) {
        if (other == self) continue;
        note(other, [&] {
            const auto place = std::span(in).subspan(static_cast<std::size_t>(other), 1);
            requests.emplace_back(other, world.async_recv(rank{other}, tag{0}, place));
            requests.emplace_back(other, world.async_send(rank{other}, tag{0}, std::span<const int>(&self, 1)));
        });
    }
    for (auto& [other, one] : requests)
        note(other, [&one = one] { one.wait(); });
    for (const auto& [other, why] : failed)
        std::printf("rank %d and rank %d: %s\n", self, other, why.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    try {
        banyan::net::mailbox_options options;
        if (what == "meet") options.connect_timeout = std::chrono::seconds(2);  // the test stops rank 1 for longer
        banyan::net::session session(options);
        if (what == "wait") wait_for_rank_one(session.world());
        if (what == "echo") echo(session.world());
        if (what == "state") stop_and_tell(session.world(), argc > 2 ? argv[2] : "");
        if (what == "meet") meet_first(session.world());
        if (what == "exchange") exchange_and_tell(session.world());
        return 0;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "%s\n", failed.what());
        return 17;
    }
}
