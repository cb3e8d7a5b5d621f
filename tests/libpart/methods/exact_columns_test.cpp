// Compares columns and columns_latency with every column partition, in exact rationals.
//
// Speeds are whole. Each instance proves two facts. The layout of libpart, recounted pair by pair in rationals, costs
// exactly as much as the best of all layouts. The numbers that libpart reports in doubles are those of its layout.
//
// The comparison is exact although libpart treats costs within 1e-12 as equal: the lengths are multiples of 1 / W, and
// so they are much farther apart as long as p W (rows + cols) < 1e12.
#include <catch2/catch.hpp>
#include <cmath>

#include "libpart/methods/column_layout.hpp"
#include "tests/libpart/geometry/random_processors.hpp"
#include "tests/libpart/methods/exact_columns.hpp"
#include "tests/libpart/methods/networks.hpp"

namespace exact_columns_test {

using namespace banyan::part;
using banyan::testing::rational;
using banyan::testing::recounted;
using banyan::testing::trade_off;
namespace testing = banyan::testing;

namespace {

/// Whole speeds in 1 .. most.
std::vector<weighted_processor> some_processors(testing::source& random, int fewest, int largest, int most) {
    return testing::small_whole_weights(random, static_cast<int>(random.integer(fewest, largest)), most);
}

grid some_grid(testing::source& random) {
    return {random.integer(1, 3000), random.integer(1, 3000)};
}

bool close(const rational& a, const rational& b, double relative) {
    return abs(rational(a - b)) <= rational(relative) * abs(b);
}

}  // namespace

TEST_CASE("columns has the least internal length of all column partitions, exactly") {
    testing::source random(101);
    for (int i = 0; i < 400; ++i) {
        const auto processors = some_processors(random, 1, i % 10 == 0 ? 9 : 7, i % 2 == 0 ? 10 : 1000);
        const grid g = some_grid(random);
        const rational optimum = testing::least_length(testing::best_columns_without_crossings(processors, g));
        CHECK(testing::counted_again(columns(g, processors), g).length == optimum);
        const double reported =
            measured_best_columns(static_cast<double>(g.rows()), static_cast<double>(g.cols()), processors)
                .half_perimeters;
        CHECK(close(rational(reported), rational(optimum + g.rows() + g.cols()), 1e-14));
    }
}

TEST_CASE("columns is within 1e-12 of the optimum where speeds differ by up to 10^9") {
    testing::source random(102);
    for (int i = 0; i < 200; ++i) {
        std::vector<double> weights;
        const int p = static_cast<int>(random.integer(2, 7));
        for (int j = 0; j < p; ++j)
            weights.push_back(std::floor(std::pow(10, random.real(0, 9))));
        const auto processors = testing::processors_of(weights);
        const grid g = some_grid(random);
        const rational optimum = testing::least_length(testing::best_columns_without_crossings(processors, g));
        const rational found = testing::counted_again(columns(g, processors), g).length;
        CHECK(found >= optimum);
        CHECK(found + g.rows() + g.cols() <= (optimum + g.rows() + g.cols()) * rational(1 + 1e-12));
    }
}

TEST_CASE("columns_latency costs no more than the best of all column partitions without crossings, exactly") {
    testing::source random(103);
    int equal = 0;
    int all = 0;
    for (int i = 0; i < 200; ++i) {
        const auto processors = some_processors(random, 1, i % 20 == 0 ? 9 : 7, 1000);
        const grid g = some_grid(random);
        const trade_off shortest = testing::best_columns_without_crossings(processors, g);
        for (int j = 0; j < 5; ++j) {
            const partition_options options = testing::with_network(std::pow(10, random.real(-6, -2)), 1e-6);
            const edge_cost rates = edge_cost_of(options);
            const recounted found = testing::counted_again(columns_latency(g, processors, options), g);
            const rational cost = testing::cost_of(found.edges, found.length, rates);
            const rational optimum = testing::least_cost(shortest, rates);
            CHECK(cost <= optimum);
            equal += cost == optimum;
            ++all;
        }
    }
    CHECK(equal > all * 9 / 10);  // the costs are equal if no cuts meet; with speeds up to 1000 cuts rarely meet
}

TEST_CASE("columns_latency lies between the optima with and without crossings, and seldom above the first") {
    testing::source random(104);
    int crossed = 0;
    int optimal = 0;
    int all = 0;
    for (int i = 0; i < 200; ++i) {
        const auto processors = some_processors(random, 2, i % 20 == 0 ? 7 : 6, i % 2 == 0 ? 3 : 12);
        const grid g = some_grid(random);
        const trade_off with = testing::best_columns_with_crossings(processors, g);
        const trade_off without = testing::best_columns_without_crossings(processors, g);
        for (int j = 0; j < 5; ++j) {
            const partition_options options = testing::with_network(std::pow(10, random.real(-6, -2)), 1e-6);
            const edge_cost rates = edge_cost_of(options);
            const recounted found = testing::counted_again(columns_latency(g, processors, options), g);
            const rational cost = testing::cost_of(found.edges, found.length, rates);
            CHECK(cost <= testing::least_cost(without, rates));
            CHECK(cost >= testing::least_cost(with, rates));
            crossed += cost < testing::least_cost(without, rates);
            optimal += cost == testing::least_cost(with, rates);
            ++all;
        }
    }
    CHECK(crossed > all / 20);
    CHECK(optimal > all * 95 / 100);  // crossings are searched only by order, after the sizes are fixed
}

TEST_CASE("the edges and lengths of columns that libpart reports in doubles are the exact ones") {
    // Cuts of a column at a / b and c / d that do not meet are at least 1 / (b d) apart. The sum of a column is below
    // 30,000 here. So the distance is above `coincidence`, which is 1e-9.
    testing::source random(105);
    for (int i = 0; i < 300; ++i) {
        const int p = static_cast<int>(random.integer(1, 30));
        const auto processors = testing::small_whole_weights(random, p, i % 3 == 0 ? 1000 : 4);
        const std::int64_t longest = i % 4 == 0 ? grid::max_side : 3000;
        const grid g(random.integer(1, 3000), random.integer(1, longest));
        const partition_options options = testing::with_network(std::pow(10, random.real(-6, -2)), 1e-6);
        for (const cut_tree& tree : {columns(g, processors), columns_latency(g, processors, options)}) {
            const recounted exact = testing::counted_again(tree, g);
            const exact_measures reported = measures_of(tree, g);
            INFO(p << " processors on " << g.rows() << " x " << g.cols());
            CHECK(reported.internal_edges == exact.edges);
            CHECK(
                close(rational(reported.cut_length) + g.rows() + g.cols(), exact.length + g.rows() + g.cols(), 1e-14));
        }
    }
}

}  // namespace exact_columns_test
