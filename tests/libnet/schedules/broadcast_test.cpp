// Every algorithm of broadcast gives the root's items to all ranks.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/operations.hpp"

namespace broadcast_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

void check_broadcast(const net::algorithm& how, const net::collective_shape& call) {
    CAPTURE(how.name, call.size, call.root, call.items, call.segment);
    const auto shape_of = [&](int rank) {
        net::collective_shape shape = call;
        shape.rank = rank;
        return shape;
    };
    if (how.fits && !how.fits(call)) return;
    std::vector<rank_memory> ranks(static_cast<std::size_t>(call.size));
    for (int r = 0; r < call.size; ++r)
        ranks[static_cast<std::size_t>(r)].output = values_of_rank(r, call.items);

    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);
    const std::vector<std::int64_t> expected = values_of_rank(call.root, call.items);
    CHECK(std::ranges::all_of(ranks, [&](const rank_memory& rank) { return rank.output == expected; }));
    CHECK(how.cost(call) == seen);
}

}  // namespace

TEST_CASE("Every algorithm of broadcast gives the items of the root to all ranks") {
    const net::algorithm& how = every_algorithm(net::collective_kind::broadcast);
    if (how.name.starts_with("scatter-")) return;  // broadcast_long_test.cpp
    const int size = every_size();
    const int root = every_root(size);
    const std::size_t items = every_length(size);
    const std::size_t segment = every_segment(how, items);
    check_broadcast(how, {.size = size, .root = root, .items = items, .segment = segment});
}

TEST_CASE("Every algorithm of broadcast with 100000 items") {
    const net::algorithm& how = every_algorithm(net::collective_kind::broadcast);
    if (how.name.starts_with("scatter-") || how.name == "two-level") return;  // broadcast_long_test.cpp
    const int size = every_long_size({1, 2, 7, 16});
    check_broadcast(how, {.size = size, .root = size / 3, .items = 100'000, .segment = 8192});
}

}  // namespace broadcast_test
