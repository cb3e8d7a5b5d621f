// Compares length and number of the internal edges of unrounded cut trees with a count of each edge.
#include "libpart/geometry/exact_geometry.hpp"

#include <catch2/catch.hpp>

#include "tests/libpart/geometry/exact_oracles.hpp"
#include "tests/libpart/geometry/random_trees.hpp"

namespace exact_geometry_test {

using namespace banyan::part;
using banyan::testing::rational;
namespace testing = banyan::testing;

TEST_CASE("internal edges are the pairs of rectangles that touch, Acost is the length along which they do") {
    testing::source random(91);
    for (int i = 0; i < 400; ++i) {
        const grid domain = testing::random_grid(random, 50);
        const cut_tree tree =
            testing::whole_random_tree(random, static_cast<int>(random.integer(1, 14)), i % 2 == 0 ? 3 : 1000);
        const auto parts = unrounded<rational>(tree, domain);
        const testing::touching found = testing::pairs_that_touch(parts, domain, periodic::none);
        CHECK(exact_cut_length(parts, domain) == found.length);
        CHECK(exact_internal_edges(parts, rational(0)) == found.pairs);
        const exact_measures in_doubles = measures_of(tree, domain);
        CHECK(in_doubles.cut_length == Approx(static_cast<double>(found.length)).epsilon(1e-12).margin(1e-9));
        CHECK(in_doubles.internal_edges == found.pairs);
    }
}

TEST_CASE("on grids of the longest side the cuts across the short one stay apart") {
    testing::source random(93);
    for (int i = 0; i < 100; ++i) {
        const std::int64_t few = random.integer(1, 4);
        const cut_tree tree = testing::whole_random_tree(random, static_cast<int>(random.integer(1, 14)), 9);
        for (const grid& domain : {grid(few, grid::max_side), grid(grid::max_side, few)}) {
            const auto parts = unrounded<rational>(tree, domain);
            const testing::touching found = testing::pairs_that_touch(parts, domain, periodic::none);
            CHECK(measures_of(tree, domain).internal_edges == found.pairs);
        }
    }
}

TEST_CASE("unrounded rectangles have their shares of the area, exactly") {
    testing::source random(92);
    for (int i = 0; i < 100; ++i) {
        const grid domain = testing::random_grid(random, 1000);
        const cut_tree tree = testing::whole_random_tree(random, static_cast<int>(random.integer(1, 20)), 9);
        rational area = 0;
        for (const auto& part : unrounded<rational>(tree, domain)) {
            const rational mine = part.rows * part.cols;
            CHECK(mine > 0);
            area += mine;
        }
        CHECK(area == domain.cells());
    }
}

TEST_CASE("equal blocks have one edge between any two neighbours") {
    const std::vector<weighted_processor> row{{0, 1}, {1, 1}, {2, 1}};
    std::vector<cut_tree> rows;
    for (int i = 0; i < 4; ++i)
        rows.push_back(strips(cut::vertical, row));
    const exact_measures m = measures_of(joined(cut::horizontal, rows), {7, 10});
    CHECK(m.internal_edges == 4 * 2 + 3 * 3);
    CHECK(m.cut_length == Approx(2 * 7 + 3 * 10));
    CHECK(measures_of(leaf({0, 5}), {7, 10}).internal_edges == 0);
    CHECK(measures_of(leaf({0, 5}), {7, 10}).cut_length == 0);
}

}  // namespace exact_geometry_test
