#include "libnet/collectives/schedule_cost.hpp"

#include <catch2/catch.hpp>

#include "libnet/schedules/hypercube_tree.hpp"

using namespace banyan::net;

TEST_CASE("tree costs equal the counts of a walk over the tree") {
    const int size = GENERATE(range(1, 70), 127, 128, 129, 1000);
    schedule_cost broadcast;
    schedule_cost gather;
    for (int node = 1; node < size; ++node) {
        broadcast.rounds = std::max(broadcast.rounds, broadcast_round(node, size) + 1);
        broadcast.messages += 1;
        broadcast.bytes += 7;
        gather.bytes += 7u * static_cast<unsigned>(hypercube_place(node, size).extent);
    }
    gather.rounds = broadcast.rounds;
    gather.messages = broadcast.messages;
    CHECK(broadcast_cost(size, 7) == broadcast);
    CHECK(reduce_cost(size, 7) == broadcast);
    CHECK(gather_cost(size, 7) == gather);
    CHECK(scatter_cost(size, 7) == gather);
}

TEST_CASE("a reduction to another root costs one message more") {
    const schedule_cost first = reduce_cost(6, 10);
    CHECK(reduce_cost(6, 10, false) == schedule_cost{first.rounds + 1, first.messages + 1, first.bytes + 10});
}

TEST_CASE("a barrier takes ceil(log2 p) rounds in which every rank sends") {
    CHECK(barrier_cost(1) == schedule_cost{0, 0, 0});
    CHECK(barrier_cost(5) == schedule_cost{3, 15, 0});
    CHECK(barrier_cost(8) == schedule_cost{3, 24, 0});
}
