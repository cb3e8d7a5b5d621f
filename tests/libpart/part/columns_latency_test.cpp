// Columns under Kaddoura's cost with latency, against every column partition there is.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"
#include "libpart/part/methods/column_layout.hpp"
#include "libpart/part/methods/edge_price.hpp"
#include "tests/libpart/part/random_instances.hpp"
#include "tests/libpart/part/random_machines.hpp"

using namespace banyan::part;

namespace {

/// Costs of the best column partition by trying all orders of the machines, all sizes and both directions.
struct best_costs {
    double as_it_is = std::numeric_limits<double>::infinity();
    double without_crossings = std::numeric_limits<double>::infinity();
};

void try_all_sizes(best_costs& best, const grid& g, const std::vector<weighted_machine>& machines,
                   const edge_price& price) {
    const std::size_t p = machines.size();
    for (unsigned ends = 0; ends < 1u << (p - 1); ++ends) {
        std::vector<int> counts{1};
        for (std::size_t i = 0; i + 1 < p; ++i) {
            if ((ends >> i & 1u) != 0)
                counts.push_back(1);
            else
                ++counts.back();
        }
        const double edges = 3.0 * static_cast<double>(p) - 2.0 * static_cast<double>(counts.size()) - counts.front() -
                             counts.back() + 1;
        for (cut direction : {cut::vertical, cut::horizontal}) {
            const cut_tree tree = tree_of({direction, counts}, machines);
            const exact_measures m = measures_of(tree, g);
            best.as_it_is = std::min(best.as_it_is, price.of(tree, g));
            best.without_crossings =
                std::min(best.without_crossings, price.per_edge * edges + price.per_side * m.acost);
        }
    }
}

best_costs by_trying_all(const grid& g, std::vector<weighted_machine> machines, const edge_price& price) {
    const auto by_weight = [](const weighted_machine& a, const weighted_machine& b) { return a.weight < b.weight; };
    std::ranges::sort(machines, by_weight);
    best_costs best;
    do {
        try_all_sizes(best, g, machines, price);
    } while (std::next_permutation(machines.begin(), machines.end(), by_weight));
    return best;
}

partition_options with_network(double latency_s, double time_per_byte_s) {
    partition_options options;
    options.net.latency_s = latency_s;
    options.net.time_per_byte_s = time_per_byte_s;
    return options;
}

}  // namespace

TEST_CASE("no column partition costs less with its messages than columns_latency") {
    testing::source random(61);
    for (int i = 0; i < 120; ++i) {
        const auto machines = testing::random_machines(random, static_cast<int>(random.integer(1, 5)), 9);
        const grid g(random.integer(100, 1000), random.integer(100, 1000));
        const partition_options options = with_network(std::pow(10, random.real(-6, -2)), 1e-6);
        const edge_price price = edge_price_of(options);
        const best_costs best = by_trying_all(g, machines, price);
        CHECK(price.of(columns_latency(g, machines, options), g) == Approx(best.as_it_is).epsilon(1e-9));
    }
}

TEST_CASE("where cuts can meet, columns_latency lies between the optima with and without crossings") {
    testing::source random(62);
    int crossed = 0;
    for (int i = 0; i < 120; ++i) {
        const auto machines = testing::small_whole_weights(random, static_cast<int>(random.integer(2, 6)), 3);
        const grid g(random.integer(100, 1000), random.integer(100, 1000));
        const partition_options options = with_network(std::pow(10, random.real(-6, -2)), 1e-6);
        const edge_price price = edge_price_of(options);
        const best_costs best = by_trying_all(g, machines, price);
        const double found = price.of(columns_latency(g, machines, options), g);
        CHECK(found <= best.without_crossings * (1 + 1e-9));
        CHECK(found >= best.as_it_is * (1 - 1e-9));
        crossed += found < best.without_crossings * (1 - 1e-9);
    }
    CHECK(crossed > 10);
}

TEST_CASE("without latency columns_latency is as short as columns, without bytes it has p - 1 edges") {
    testing::source random(63);
    for (int i = 0; i < 200; ++i) {
        const auto machines = testing::random_machines(random, static_cast<int>(random.integer(1, 60)), 20);
        const grid g(random.integer(1000, 5000), random.integer(1000, 5000));
        CHECK(measures_of(columns_latency(g, machines, with_network(0, 1e-6)), g).acost ==
              Approx(measures_of(columns(g, machines), g).acost).epsilon(1e-9).margin(1e-6));
        CHECK(measures_of(columns_latency(g, machines, with_network(1e-3, 0)), g).internal_edges ==
              static_cast<std::int64_t>(machines.size()) - 1);
    }
}

TEST_CASE("columns_latency never costs more than columns, and more latency never means more edges") {
    testing::source random(64);
    for (int i = 0; i < 200; ++i) {
        const auto machines = testing::random_machines(random, static_cast<int>(random.integer(2, 40)), 20);
        const grid g(random.integer(1000, 5000), random.integer(1000, 5000));
        std::int64_t edges = std::numeric_limits<std::int64_t>::max();
        for (double latency : {0.0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
            const partition_options options = with_network(latency, 1e-7);
            const cut_tree tree = columns_latency(g, machines, options);
            const edge_price price = edge_price_of(options);
            CHECK(price.of(tree, g) <= price.of(columns(g, machines), g) * (1 + 1e-9));
            CHECK(measures_of(tree, g).internal_edges <= edges);
            edges = measures_of(tree, g).internal_edges;
        }
    }
}

TEST_CASE("equal columns meet in crossings on whole cells too") {
    const partition nine = make_partition("columns_latency", {300, 300}, speeds::equal(9), with_network(1e-5, 1e-6));
    CHECK(internal_edges(nine) == 12);  // 3 x 3 blocks: 4 crossings
    const partition mixed =             // columns of 3 + 1 and 3 + 1 and so on, whatever the order of the machines
        make_partition("columns_latency", {400, 400}, speeds{3, 1, 3, 1}, with_network(1e-6, 1e-6));
    CHECK(internal_edges(mixed) <= 4);
}

TEST_CASE("columns_latency refuses a network that is none") {
    const speeds s{2, 1};
    CHECK_THROWS_WITH(make_partition("columns_latency", {9, 9}, s, with_network(-1, 1e-6)), Catch::Contains("lambda"));
    CHECK_THROWS_WITH(make_partition("columns_latency", {9, 9}, s, with_network(1e-6, std::nan(""))),
                      Catch::Contains("tau"));
    partition_options options;
    options.item_bytes = 0;
    CHECK_THROWS_WITH(make_partition("columns_latency", {9, 9}, s, options), Catch::Contains("items of 0 bytes"));
}
