// Every algorithm of allgather against brute force, with equal blocks, blocks of different lengths, and many hosts.
#include <catch2/catch.hpp>

#include "libnet/schedules/hypercube_tree.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace allgather_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

struct allgather_run {
    net::algorithm_cost seen, cost;
};

// Carries out an allgather, checks the output of all ranks, and returns the costs.
allgather_run check_allgather(const net::algorithm& how, const net::collective_shape& shape) {
    const net::block_layout layout(shape.items, shape.counts);
    std::vector<std::int64_t> expected;
    std::vector<rank_memory> ranks;
    for (int r = 0; r < shape.size; ++r) {
        append(expected, block_of(r, 0, layout.count(r)));
        ranks.push_back({block_of(r, 0, layout.count(r)), std::vector<std::int64_t>(layout.total(0, shape.size), -1)});
    }
    const auto shape_of = [&](int rank) {
        net::collective_shape mine = shape;
        mine.rank = rank;
        return mine;
    };
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);
    for (int r = 0; r < shape.size; ++r) {
        CAPTURE(r);
        CHECK(ranks[static_cast<std::size_t>(r)].output == expected);
        CHECK(how.cost(shape_of(r)) == how.cost(shape_of(0)));
    }
    return {seen, how.cost(shape_of(0))};
}

}  // namespace

TEST_CASE("Every algorithm of allgather gives all blocks in rank order") {
    const net::algorithm& how = every_algorithm(net::collective_kind::allgather);
    const int size = every_size();
    const std::size_t items = every_length(size);
    CAPTURE(how.name, size, items);
    const allgather_run run = check_allgather(how, {.size = size, .items = items});
    CHECK(run.cost == run.seen);
}

TEST_CASE("Every algorithm of allgather gathers blocks of different lengths") {
    const net::algorithm& how = every_algorithm(net::collective_kind::allgather);
    const int size = every_size();
    const auto seed = static_cast<unsigned>(GENERATE(range(0, 4)));
    const std::vector<std::size_t> counts = random_lengths(static_cast<std::size_t>(size), 20, seed);
    CAPTURE(how.name, size, counts);
    const allgather_run run = check_allgather(how, {.size = size, .counts = counts});
    check_near(run.cost, run.seen, 1.5, 20);
}

TEST_CASE("Allgather of two levels is right for all placements on hosts") {
    const net::algorithm& how = *net::find_algorithm(net::collective_kind::allgather, "two-level");
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    CAPTURE(size, hosts);
    const allgather_run run = check_allgather(how, {.size = size, .items = 3, .host_of = hosts});
    check_near(run.cost, run.seen, 1.5, 3);

    const std::vector<std::size_t> counts = random_lengths(static_cast<std::size_t>(size), 20, 5);
    const allgather_run varying = check_allgather(how, {.size = size, .counts = counts, .host_of = hosts});
    check_near(varying.cost, varying.seen, 1.5, 20);
}

TEST_CASE("Allgather costs of equal blocks are the published formulas") {
    const int size = GENERATE(2, 3, 8, 13, 64);
    const auto p = static_cast<std::uint64_t>(size);
    const std::uint64_t m = 10;
    const int dimension = net::cube_dimension(size);
    const auto cost_of = [&](std::string_view name) {
        return net::find_algorithm(net::collective_kind::allgather, name)->cost({.size = size, .items = m});
    };
    CAPTURE(size);
    const auto d = static_cast<std::uint64_t>(dimension);
    CHECK(cost_of("bruck") == net::algorithm_cost{dimension, p * d, p * (p - 1) * m, (p - 1) * m, 0});
    for (const char* name : {"ring", "linear"})
        CHECK(cost_of(name) == net::algorithm_cost{size - 1, p * (p - 1), p * (p - 1) * m, (p - 1) * m, 0});
    if (p == std::uint64_t{1} << d) CHECK(cost_of("banyan-exchange") == cost_of("bruck"));
    CHECK(cost_of("gather-broadcast").rounds == 2 * dimension);
    CHECK(cost_of("gather-broadcast").messages == 2 * (p - 1));
    CHECK(cost_of("gather-broadcast").path_items == (p - 1) * m + d * p * m);
}

}  // namespace allgather_test
