// Columns with Kaddoura's cost with latency: limits, monotonicity, whole cells. exact_columns_test.cpp enumerates all
// layouts.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"
#include "libpart/methods/edge_cost.hpp"
#include "libpart/methods/method.hpp"
#include "tests/libpart/geometry/random_processors.hpp"
#include "tests/libpart/methods/networks.hpp"

namespace columns_latency_test {

using namespace banyan::part;
using banyan::testing::with_network;
namespace testing = banyan::testing;

TEST_CASE("without latency columns_latency is as short as columns, without bytes it has p - 1 edges") {
    testing::source random(63);
    for (int i = 0; i < 200; ++i) {
        const auto processors = testing::random_processors(random, static_cast<int>(random.integer(1, 60)), 20);
        const grid g(random.integer(1000, 5000), random.integer(1000, 5000));
        CHECK(measures_of(columns_latency(g, processors, with_network(0, 1e-6)), g).cut_length ==
              Approx(measures_of(columns(g, processors), g).cut_length).epsilon(1e-9).margin(1e-6));
        CHECK(measures_of(columns_latency(g, processors, with_network(1e-3, 0)), g).internal_edges ==
              static_cast<std::int64_t>(processors.size()) - 1);
    }
}

TEST_CASE("columns_latency never costs more than columns, and more latency never means more edges") {
    testing::source random(64);
    for (int i = 0; i < 200; ++i) {
        const auto processors = testing::random_processors(random, static_cast<int>(random.integer(2, 40)), 20);
        const grid g(random.integer(1000, 5000), random.integer(1000, 5000));
        std::int64_t edges = std::numeric_limits<std::int64_t>::max();
        for (double latency : {0.0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
            const partition_options options = with_network(latency, 1e-7);
            const cut_tree tree = columns_latency(g, processors, options);
            const edge_cost rates = edge_cost_of(options);
            CHECK(rates.of(tree, g) <= rates.of(columns(g, processors), g) * (1 + 1e-9));
            CHECK(measures_of(tree, g).internal_edges <= edges);
            edges = measures_of(tree, g).internal_edges;
        }
    }
}

TEST_CASE("equal columns meet in crossings on whole cells too") {
    const partition nine = make_partition("columns_latency", {300, 300}, speeds::equal(9), with_network(1e-5, 1e-6));
    CHECK(internal_edges(nine) == 12);  // 3 x 3 blocks: 4 crossings
    const partition mixed =             // columns of 3 + 1, for any order of the processors
        make_partition("columns_latency", {400, 400}, speeds{3, 1, 3, 1}, with_network(1e-6, 1e-6));
    CHECK(internal_edges(mixed) <= 4);
}

TEST_CASE("columns_latency drops no processor if a layout that it compares has a cell for each") {
    for (double latency : {0.0, 1e-5, 1e-3, 1.0}) {
        INFO("latency " << latency);
        CHECK(make_partition("columns_latency", {300, 300}, speeds::equal(400), with_network(latency, 1e-7))
                  .dropped()
                  .empty());
    }
    // Strips of one processor have the fewest edges, and 400 of them fit side by side only.
    const partition wide = make_partition("columns_latency", {300, 500}, speeds::equal(400), with_network(1e-3, 0));
    CHECK(wide.dropped().empty());
    CHECK(internal_edges(wide) == 399);
}

TEST_CASE("columns_latency refuses an invalid network") {
    const speeds s{2, 1};
    CHECK_THROWS_WITH(make_partition("columns_latency", {9, 9}, s, with_network(-1, 1e-6)), Catch::Contains("lambda"));
    CHECK_THROWS_WITH(make_partition("columns_latency", {9, 9}, s, with_network(1e-6, std::nan(""))),
                      Catch::Contains("tau"));
    partition_options options;
    options.item_bytes = 0;
    CHECK_THROWS_WITH(make_partition("columns_latency", {9, 9}, s, options), Catch::Contains("items of 0 bytes"));
}

}  // namespace columns_latency_test
