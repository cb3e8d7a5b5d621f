// The mailbox's side of the comparison with raw_tcp: the same two patterns between ranks 0 and 1, through the public
// interface only. Start it with `BANYAN_TRANSPORT=tcp banyan run -n 2 -- mailbox_tcp ...`.
//
//   mailbox_tcp latency BYTES ROUND_TRIPS    rank 0 prints half a round trip, in microseconds
//   mailbox_tcp bandwidth BYTES MESSAGES     rank 0 prints MB/s (10^6 bytes) until the last message is acknowledged
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <vector>

#include "banyan/net/session.hpp"

namespace {

using namespace banyan::net;
using clock_type = std::chrono::steady_clock;

constexpr tag data_tag{1};
constexpr tag acknowledgement_tag{2};
constexpr std::chrono::seconds patience{60};

double seconds_since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

void answer_latency(const group& world, std::span<char> data, int round_trips) {
    for (int i = 0; i < round_trips; ++i) {
        world.recv(rank{0}, data_tag, data, patience);
        world.send(rank{0}, data_tag, std::span<const char>(data), patience);
    }
}

/// Half a round trip in microseconds; the first tenth warms up.
double measure_latency(const group& world, std::span<char> data, int round_trips) {
    const int warm_up = round_trips / 10;
    auto start = clock_type::now();
    for (int i = 0; i < round_trips; ++i) {
        if (i == warm_up) start = clock_type::now();
        world.send(rank{1}, data_tag, std::span<const char>(data), patience);
        world.recv(rank{1}, data_tag, data, patience);
    }
    return seconds_since(start) / (round_trips - warm_up) / 2 * 1e6;
}

void acknowledge(const group& world) {
    const char done = 'a';
    world.send(rank{0}, acknowledgement_tag, std::span<const char>(&done, 1), patience);
}

void await_acknowledgement(const group& world) {
    char done = 0;
    world.recv(rank{1}, acknowledgement_tag, std::span<char>(&done, 1), patience);
}

void answer_bandwidth(const group& world, std::span<char> data, int messages) {
    for (int i = 0; i < messages; ++i) {
        world.recv(rank{0}, data_tag, data, patience);
        if (i == messages / 10 || i == messages - 1) acknowledge(world);
    }
}

/// MB/s of a one-way stream of messages; the first tenth warms up.
double measure_bandwidth(const group& world, std::span<const char> data, int messages) {
    const int warm_up = messages / 10;
    auto start = clock_type::now();
    for (int i = 0; i < messages; ++i) {
        world.send(rank{1}, data_tag, data, patience);
        if (i == warm_up) {
            await_acknowledgement(world);
            start = clock_type::now();
        }
    }
    await_acknowledgement(world);
    return static_cast<double>(data.size()) * (messages - 1 - warm_up) / seconds_since(start) / 1e6;
}

int run(bool latency, std::size_t bytes, int count) {
    session me;
    const group& world = me.world();
    if (world.size() != 2) {
        std::fprintf(stderr, "mailbox_tcp: needs 2 tasks, not %d; start it with banyan run -n 2\n", world.size());
        return 2;
    }
    std::vector<char> data(bytes, 'x');
    if (world.rank() == rank{1}) {
        latency ? answer_latency(world, data, count) : answer_bandwidth(world, data, count);
        return 0;
    }
    std::printf("%.4f\n", latency ? measure_latency(world, data, count) : measure_bandwidth(world, data, count));
    return 0;
}

}  // namespace

int main(int argc, char** argv) try {
    const bool latency = argc == 4 && std::strcmp(argv[1], "latency") == 0;
    const bool bandwidth = argc == 4 && std::strcmp(argv[1], "bandwidth") == 0;
    const long bytes = argc == 4 ? std::atol(argv[2]) : 0;
    const int count = argc == 4 ? std::atoi(argv[3]) : 0;
    if (!(latency || bandwidth) || bytes < 1 || bytes > (1L << 30) || count < 20) {
        std::fprintf(stderr, "usage: mailbox_tcp latency|bandwidth BYTES(1..2^30) COUNT(>= 20)\n");
        return 2;
    }
    return run(latency, static_cast<std::size_t>(bytes), count);
} catch (const std::exception& error) {
    std::fprintf(stderr, "mailbox_tcp: %s\n", error.what());
    return 1;
}
