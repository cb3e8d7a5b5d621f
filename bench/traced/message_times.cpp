// Times the calls that a trace records, on two tasks of a run. Rank 0 prints the median nanoseconds of each.
//
//   banyan run -n 2 -- message_times       prints lines "NAME NANOSECONDS"
//
//   own         a message of 8 bytes that a task sends to itself and receives, without a system call
//   round_trip  half of a round trip of 8 bytes
//   stream      a message of 64 bytes, of many in one direction
//   barrier     a barrier
//
// A run with tracing records at most about 100,000 events on each task, which need less than 8 MiB.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace {

using namespace banyan;

constexpr int batches = 21, warm_up = 2;
constexpr net::tag there{1}, back{2};

void send_to_oneself(const net::group& world, int calls) {
    std::int64_t item = 0;
    for (int i = 0; i < calls; ++i) {
        world.send(world.rank(), there, item);
        world.recv(world.rank(), there, item);
    }
}

void exchange(const net::group& world, int calls) {
    const net::rank other{1 - world.rank().value};
    std::int64_t item = 0;
    for (int i = 0; i < calls; ++i) {
        if (world.rank().value == 0) world.send(other, there, item);
        world.recv(other, world.rank().value == 0 ? back : there, item);
        if (world.rank().value == 1) world.send(other, back, item);
    }
}

// The answer tells rank 0 that all messages have arrived.
void stream(const net::group& world, int calls) {
    std::array<std::byte, 64> items{};
    std::int64_t answer = 0;
    if (world.rank().value == 0) {
        for (int i = 0; i < calls; ++i)
            world.send(net::rank{1}, there, items);
        world.recv(net::rank{1}, back, answer);
    } else {
        for (int i = 0; i < calls; ++i)
            world.recv(net::rank{0}, there, items);
        world.send(net::rank{0}, back, answer);
    }
}

void meet(const net::group& world, int calls) {
    for (int i = 0; i < calls; ++i)
        net::barrier(world);
}

struct pattern {
    const char* name;
    void (*run)(const net::group& world, int calls);
    int calls;            // in a batch
    int messages_a_call;  // one after another
};

constexpr pattern patterns[] = {{"own", send_to_oneself, 1000, 1},
                                {"round_trip", exchange, 200, 2},
                                {"stream", stream, 1000, 1},
                                {"barrier", meet, 200, 1}};

// The median over the batches. Each batch begins after a barrier.
double median_ns(const net::group& world, const pattern& what) {
    std::vector<double> times;
    for (int i = -warm_up; i < batches; ++i) {
        net::barrier(world);
        const auto begin = std::chrono::steady_clock::now();
        what.run(world, what.calls);
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
        if (i >= 0) times.push_back(spent.count() / what.calls / what.messages_a_call);
    }
    std::ranges::nth_element(times, times.begin() + batches / 2);
    return times[static_cast<std::size_t>(batches / 2)];
}

}  // namespace

int main() {
    net::session session;
    const net::group& world = session.world();
    if (world.size() != 2) {
        std::fprintf(stderr, "message_times: needs 2 tasks (got %d)\n", world.size());
        return 2;
    }
    for (const pattern& what : patterns) {
        const double ns = median_ns(world, what);
        if (world.rank().value == 0) std::printf("%s %.3f\n", what.name, ns);
    }
}
