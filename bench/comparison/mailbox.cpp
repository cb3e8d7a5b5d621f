// The same patterns with the mailbox: banyan run -n N -- mailbox_patterns PATTERN ARGUMENTS...
//
// In addition to those of patterns.h:
//   connect     all tasks send to all at once, before any connection exists; prints "seconds links faults"
//
// The seconds are from the start of the first task to the end of the last one. The links are the existing connections.
// The faults are the pairs of tasks that have no connection, two connections, or one with only one end. The kernel
// reports the connections, over TCP only.
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"
#include "connect_pattern.hpp"
#include "patterns.h"

namespace {

using namespace banyan::net;

constexpr tag data_tag{1};
const group* world;

void send_message(int to, const void* data, std::size_t bytes) {
    world->send(rank{to}, data_tag, std::span(static_cast<const char*>(data), bytes));
}

void receive_message(int from, void* data, std::size_t bytes) {
    world->recv(rank{from}, data_tag, std::span(static_cast<char*>(data), bytes));
}

void shift(int to, int from, const void* out, void* in, std::size_t bytes) {
    auto sent = world->async_send(rank{to}, data_tag, std::span(static_cast<const char*>(out), bytes));
    receive_message(from, in, bytes);
    sent.wait();
}

void all_meet() {
    barrier(*world);
}

void broadcast_bytes(int root, void* data, std::size_t bytes) {
    broadcast(*world, std::span(static_cast<char*>(data), bytes), rank{root});
}

void sum(double* items, std::size_t count) {
    globalsum(*world, std::span(items, count));
}

void all_to_all(const void* out, void* in, std::size_t bytes) {
    const std::size_t all = bytes * static_cast<std::size_t>(world->size());
    alltoall(*world, std::span(static_cast<const char*>(out), all), std::span(static_cast<char*>(in), all));
}

}  // namespace

int main(int argc, char** argv) try {
    session me;
    world = &me.world();
    if (argc == 2 && std::strcmp(argv[1], "connect") == 0) return banyan::bench::run_connect(*world);
    const side mine{.rank = world->rank().value,
                    .size = world->size(),
                    .send = send_message,
                    .receive = receive_message,
                    .shift = shift,
                    .barrier = all_meet,
                    .broadcast = broadcast_bytes,
                    .sum = sum,
                    .alltoall = all_to_all};
    return run_pattern(&mine, argc - 1, argv + 1);
} catch (const std::exception& error) {
    std::fprintf(stderr, "mailbox_patterns: %s\n", error.what());
    return 1;
}
