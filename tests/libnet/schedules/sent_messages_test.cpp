// What ranks send, against closed formulas.
#include "libnet/schedules/sent_messages.hpp"

#include <catch2/catch.hpp>
#include <string_view>

#include "tests/libnet/schedules/every_algorithm.hpp"

namespace sent_messages_test {

using namespace banyan::net;
using banyan::testing::every_size;

namespace {

constexpr std::uint64_t m = 5;

sent_messages sent(collective_kind kind, std::string_view name, const collective_shape& shape) {
    return messages_sent(*find_algorithm(kind, name), shape);
}

}  // namespace

TEST_CASE("messages sent: an allgather along a ring has one partner, one by the Banyan exchange a long last message") {
    const int d = GENERATE(1, 2, 3, 5);
    const collective_shape shape{.size = 1 << d, .items = m};
    const auto p = static_cast<std::uint64_t>(shape.size);
    CHECK(sent(collective_kind::allgather, "ring", shape) == sent_messages{m, p * (p - 1) * m, 1});
    CHECK(sent(collective_kind::allgather, "linear", shape) == sent_messages{m, p * (p - 1) * m, shape.size - 1});
    CHECK(sent(collective_kind::allgather, "banyan-exchange", shape) == sent_messages{p / 2 * m, p * (p - 1) * m, d});
}

TEST_CASE("messages sent: only the root of a linear scatter sends, and every rank of a chain but the last") {
    const int size = every_size();
    const collective_shape shape{.size = size, .root = size / 2, .items = m};
    const auto others = static_cast<std::uint64_t>(size - 1);
    CAPTURE(size);
    CHECK(sent(collective_kind::scatter, "linear", shape) ==
          sent_messages{size > 1 ? m : 0, others * m, static_cast<int>(others)});
    CHECK(sent(collective_kind::scatter, "chain", shape) ==
          sent_messages{size > 1 ? m : 0, others * (others + 1) / 2 * m, size > 1 ? 1 : 0});
}

TEST_CASE("messages sent: the items of every algorithm are those of its cost") {
    const int size = every_size();
    for (const algorithm* how : all_algorithms()) {
        const collective_shape shape{.size = size, .items = 3 * m * static_cast<std::uint64_t>(size)};
        if (how->kind == collective_kind::alltoall_varying || (how->fits && !how->fits(shape))) continue;
        CAPTURE(name_of(how->kind), how->name, size);
        CHECK(messages_sent(*how, shape).items == how->cost(shape).items);
    }
}

TEST_CASE("messages sent: the linear alltoall waits once, the one by pairs in each round, a tree's inner ranks most") {
    const auto waits = [](collective_kind kind, std::string_view name, int size) {
        return most_waits(*find_algorithm(kind, name), {.size = size, .items = m});
    };
    for (const int size : {2, 3, 8}) {
        CAPTURE(size);
        CHECK(waits(collective_kind::alltoall, "linear", size) == 1);
        CHECK(waits(collective_kind::alltoall, "pairwise", size) == size - 1);
        CHECK(waits(collective_kind::broadcast, "linear", size) == 1);
        CHECK(waits(collective_kind::broadcast, "hypercube-tree", size) == (size > 3 ? 2 : 1));
    }
    CHECK(waits(collective_kind::alltoall, "linear", 1) == 0);
}

TEST_CASE("messages sent: segments are shorter messages") {
    collective_shape shape{.size = 4, .items = 100};
    CHECK(sent(collective_kind::broadcast, "chain", shape).longest_items == 100);
    shape.segment = 30;
    CHECK(sent(collective_kind::broadcast, "chain", shape).longest_items == 30);
    CHECK(sent(collective_kind::broadcast, "chain", shape).items == 300);
}

}  // namespace sent_messages_test
