// The order that must hold between the methods, on thousands of instances, in exact rationals: lower bound <= exact
// optimum <= our methods <= each older method. Also the invariants: exchanging processors, turning the grid, and
// scaling speeds and grid.
//
// All lengths are recounted from the cuts in rationals. With whole speeds, they are compared without tolerance. After
// rounding to cells, only `best` keeps the last relation: best_test.cpp.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "libpart/methods/exact_layouts.hpp"
#include "libpart/methods/tree_search.hpp"
#include "tests/libpart/geometry/exact_oracles.hpp"
#include "tests/libpart/geometry/random_processors.hpp"
#include "tests/libpart/methods/networks.hpp"

namespace exact_sandwich_test {

using namespace banyan::part;
using banyan::testing::rational;
namespace testing = banyan::testing;

namespace {

rational half_perimeters(const cut_tree& tree, const grid& g) {
    return exact_cut_length(unrounded<rational>(tree, g), g) + g.rows() + g.cols();
}

/// Whole speeds. Small ones, speeds up to 1000, and speeds up to 10^6 with equal ratios have the same probability.
std::vector<weighted_processor> some_processors(testing::source& random, int most) {
    const int p = static_cast<int>(random.integer(1, most));
    if (random.integer(0, 2) == 0) return testing::small_whole_weights(random, p, 4);
    if (random.integer(0, 1) == 0) return testing::small_whole_weights(random, p, 1000);
    std::vector<double> weights;
    for (int i = 0; i < p; ++i)
        weights.push_back(std::floor(std::pow(10, random.real(0, 6))));
    return testing::processors_of(weights);
}

grid some_grid(testing::source& random) {
    return {random.integer(1, 3000), random.integer(1, 3000)};
}

double lower_bound(const std::vector<weighted_processor>& processors, const grid& g) {
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    const auto shorter = static_cast<double>(std::min(g.rows(), g.cols()));
    double sum = 0;
    for (const weighted_processor& processor : processors) {
        const double area = processor.weight / total * static_cast<double>(g.cells());
        sum += area > shorter * shorter ? shorter + area / shorter : 2 * std::sqrt(area);
    }
    return sum;
}

cut_tree phd_of_equal_speeds(const grid& g, processor_list processors) {
    return phd(g, processors, {});
}

/// Every part of their layouts is a range of the sorted list. So hybrid includes these layouts.
const std::map<std::string, tree_method> cutting_ranges{{"contiguous_row", contiguous_row},
                                                        {"contiguous_column", contiguous_column},
                                                        {"brbd", brbd},
                                                        {"rb1", rb1},
                                                        {"rb2", rb2},
                                                        {"xy", xy},
                                                        {"xy2", xy2},
                                                        {"tile", tile},
                                                        {"columns", columns}};
const std::map<std::string, tree_method> packing_bins{{"fbrd", fbrd}, {"rb3", rb3}, {"phd", phd_of_equal_speeds}};
const std::map<std::string, tree_method> ours{{"hybrid", hybrid}, {"slicing_exact", slicing_exact}};

/// Our methods treat costs within 1e-12 of each other as equal.
const rational slack = rational(1) + rational(1) / 1'000'000'000'000;

}  // namespace

TEST_CASE("lower bound <= slicing_exact <= local search <= hybrid <= older methods, on 2,000 instances in rationals") {
    testing::source random(131);
    for (int i = 0; i < 2000; ++i) {
        const auto processors = some_processors(random, i % 100 == 0 ? 9 : 7);
        const grid g = some_grid(random);
        const cut_tree ranges = hybrid(g, processors);
        const rational exact = half_perimeters(slicing_exact(g, processors), g);
        const rational searched = half_perimeters(shortened(ranges, g), g);
        const rational hybrid_length = half_perimeters(ranges, g);
        INFO(processors.size() << " processors on " << g.rows() << " x " << g.cols());
        CHECK(lower_bound(processors, g) <= static_cast<double>(exact) * (1 + 1e-14));
        CHECK(exact <= searched * slack);
        CHECK(searched <= hybrid_length);
        for (const auto& [name, method] : cutting_ranges) {
            INFO(name);
            CHECK(hybrid_length <= half_perimeters(method(g, processors), g) * slack);
        }
        for (const auto& [name, method] : packing_bins) {
            INFO(name);
            CHECK(exact <= half_perimeters(method(g, processors), g) * slack);
        }
    }
}

TEST_CASE("lower bound <= dissection_exact <= slicing_exact, and it is seldom below, on 1,000 instances") {
    testing::source random(132);
    int shorter = 0;
    for (int i = 0; i < 1000; ++i) {
        auto processors = some_processors(random, 5);
        while (processors.size() < 5)
            processors = some_processors(random, 5);
        const grid g = some_grid(random);
        const double straight = static_cast<double>(half_perimeters(slicing_exact(g, processors), g));
        const double crooked = best_non_slicing(g, processors)->exact.half_perimeters;
        CHECK(lower_bound(processors, g) <= std::min(straight, crooked) * (1 + 1e-14));
        shorter += crooked < straight;
    }
    CHECK(shorter < 200);
}

TEST_CASE("a turned grid has the same lengths and edges, exactly") {
    testing::source random(133);
    std::map<std::string, tree_method> methods{{"rb1", rb1}, {"rb2", rb2},   {"rb3", rb3},        {"xy", xy},
                                               {"xy2", xy2}, {"tile", tile}, {"columns", columns}};
    methods.insert(ours.begin(), ours.end());
    for (int i = 0; i < 300; ++i) {
        const auto processors = some_processors(random, 8);
        const grid g = some_grid(random);
        const grid turned(g.cols(), g.rows());
        for (const auto& [name, method] : methods) {
            INFO(name << ", " << processors.size() << " processors on " << g.rows() << " x " << g.cols());
            CHECK(half_perimeters(method(g, processors), g) == half_perimeters(method(turned, processors), turned));
        }
        const partition_options options = testing::with_network(std::pow(10, random.real(-6, -2)), 1e-6);
        CHECK(half_perimeters(columns_latency(g, processors, options), g) ==
              half_perimeters(columns_latency(turned, processors, options), turned));
        CHECK(half_perimeters(contiguous_row(g, processors), g) ==
              half_perimeters(contiguous_column(turned, processors), turned));
    }
}

TEST_CASE("speeds in another unit, and a grid so many times as large, have the same layout, exactly") {
    testing::source random(134);
    std::map<std::string, tree_method> methods = cutting_ranges;
    methods.insert(packing_bins.begin(), packing_bins.end());
    methods.insert(ours.begin(), ours.end());
    for (int i = 0; i < 300; ++i) {
        const auto processors = some_processors(random, 8);
        const double unit = 3 * std::pow(2.0, static_cast<double>(random.integer(-40, 40)));
        auto scaled = processors;
        for (weighted_processor& processor : scaled)
            processor.weight *= unit;
        const grid g = some_grid(random);
        const std::int64_t times = random.integer(2, 1000);
        const grid larger(g.rows() * times, g.cols() * times);
        for (const auto& [name, method] : methods) {
            INFO(name << ", " << processors.size() << " processors on " << g.rows() << " x " << g.cols());
            const rational length = half_perimeters(method(g, processors), g);
            CHECK(half_perimeters(method(larger, processors), larger) == length * times);
            CHECK(half_perimeters(method(g, scaled), g) == length);
        }
    }
}

}  // namespace exact_sandwich_test
