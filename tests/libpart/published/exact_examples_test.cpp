// The worked examples of the papers in exact rationals, before rounding to cells.
#include <catch2/catch.hpp>

#include "libpart/methods/method.hpp"
#include "tests/libpart/geometry/exact_oracles.hpp"

namespace exact_examples_test {

using namespace banyan::part;
using banyan::testing::rational;
using banyan::testing::written;
namespace testing = banyan::testing;

namespace {

/// 1000 x 3000, shares 0.5, 0.1 x 4, 0.05 x 2 (Kaddoura, Ranka & Wang 1995, Figure 16).
const grid wide(1000, 3000);
const speeds shares{10, 2, 2, 2, 2, 1, 1};

/// Crandall 1994, Figures 27 and 28, and Figures 17, 18 and 21 on a square.
const speeds nine{4, 4, 3, 3, 3, 2, 2, 1, 1};
const speeds six{4, 4, 4, 3, 3, 3};
const grid square(1, 1);

cut_tree phd_of_equal_speeds(const grid& domain, processor_list processors) {
    return phd(domain, processors, {});
}

cut_tree made(tree_method method, const grid& domain, const speeds& processors) {
    return method(domain, sorted_processors(processors));
}

struct traffic {
    std::int64_t messages;
    rational items_per_n;
};

/// 5-point stencil on an n x n torus. Each pair that touches exchanges one message each way.
traffic on_torus(tree_method method, const speeds& processors) {
    const auto parts = unrounded<rational>(made(method, square, processors), square);
    const testing::touching found = testing::pairs_that_touch(parts, square, periodic::both);
    return {2 * found.pairs, 2 * found.length};
}

}  // namespace

TEST_CASE("Figure 16: Acost and internal edges of every method, exactly") {
    const auto check = [](tree_method method, const rational& length, std::int64_t edges) {
        const auto parts = unrounded<rational>(made(method, wide, shares), wide);
        CHECK(exact_cut_length(parts, wide) == length);
        CHECK(exact_internal_edges(parts, rational(0)) == edges);
        const exact_measures in_doubles = measures_of(made(method, wide, shares), wide);
        CHECK(in_doubles.cut_length == Approx(static_cast<double>(length)).epsilon(1e-12));
        CHECK(in_doubles.internal_edges == edges);
    };
    check(rb1, 5750, 10);
    check(rb2, rational(14000, 3), 11);  // the paper prints 4666
    check(rb3, 4700, 10);
    check(xy, 4500, 9);
    check(xy2, 4500, 9);
    check(tile, 4500, 10);
    check(columns, 4500, 9);
    check(contiguous_column, 6000, 6);
}

TEST_CASE("squares of 18,15,14,10,9,8,7,4,1 on 33 x 32: sums of half-perimeters of the methods, 172 at the least") {
    std::vector<double> areas;
    double least = 0;
    for (int side : {18, 15, 14, 10, 9, 8, 7, 4, 1}) {
        areas.push_back(side * side);
        least += 2 * side;
    }
    const grid domain(32, 33);
    const auto sum_of = [&](tree_method method) {
        const auto parts = unrounded<rational>(made(method, domain, speeds(areas)), domain);
        return static_cast<double>(exact_cut_length(parts, domain)) + 32 + 33;
    };
    CHECK(least == 172);
    CHECK(sum_of(columns) == Approx(181.78).margin(0.01));
    CHECK(sum_of(rb2) == Approx(178.44).margin(0.01));  // the prefix nearest to half would give 178.20
    CHECK(sum_of(rb3) == Approx(183.88).margin(0.01));
}

TEST_CASE("Figure 16: a tall grid gives the same, turned") {
    const grid tall(3000, 1000);
    for (const tree_method method : {rb1, rb2, rb3, xy, xy2, tile, columns}) {
        const auto parts = unrounded<rational>(made(method, tall, shares), tall);
        const auto turned = unrounded<rational>(made(method, wide, shares), wide);
        CHECK(exact_cut_length(parts, tall) == exact_cut_length(turned, wide));
        REQUIRE(parts.size() == turned.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            CHECK(parts[i].processor == turned[i].processor);
            CHECK(parts[i].row == turned[i].col);
            CHECK(parts[i].cols == turned[i].rows);
        }
    }
}

TEST_CASE("Figure 28: messages and items of the three methods for 4,4,4,3,3,3") {
    const auto check = [](tree_method method, std::int64_t messages, const rational& items) {
        CHECK(on_torus(method, six).messages == messages);
        CHECK(on_torus(method, six).items_per_n == items);
    };
    check(brbd, 28, rational(32, 3));
    check(fbrd, 32, 10);
    check(phd_of_equal_speeds, 24, 10);
    check(columns, 24, 10);
}

TEST_CASE("Figure 27: messages and items of the three methods for nine processors") {
    const auto check = [](tree_method method, std::int64_t messages, double items, double digits) {
        CHECK(on_torus(method, nine).messages == messages);
        CHECK(static_cast<double>(on_torus(method, nine).items_per_n) == Approx(items).margin(digits / 2));
    };
    check(brbd, 46, 13.075, 0.001);
    check(fbrd, 50, 12.213, 0.001);
    check(phd_of_equal_speeds, 50, 11.987, 0.001);
    check(columns, 44, 11.826, 0.001);
}

TEST_CASE("Figure 27: no rectangles of these areas send as few as 11n items, and no torus an odd number of messages") {
    double least = 0;  // each rectangle sends its perimeter, which is at least that of the square
    for (double speed : nine.values())
        least += 4 * std::sqrt(speed / nine.total());
    CHECK(least == Approx(11.697).margin(0.0005));
}

TEST_CASE("Figures 17 and 18: the cuts of brbd turn, the faster half first") {
    CHECK(written(made(brbd, square, {5, 4, 4, 3, 2})) == "((0|1)/2)|(3/4)");
    CHECK(written(made(brbd, square, {6, 5, 4, 2, 2, 1})) == "((0|1)/2)|((3|4)/5)");
}

TEST_CASE("Figure 21: fbrd makes (3,3) and (3,2,2), cut across the longest side") {
    CHECK(written(made(fbrd, square, {3, 3, 3, 2, 2})) == "(0/2)|(1/(3/4))");
    const auto parts = unrounded<rational>(made(fbrd, square, {3, 3, 3, 2, 2}), square);
    CHECK(parts[0].cols == rational(6, 13));
    CHECK(parts[0].rows == rational(1, 2));
    CHECK(parts[2].rows == rational(3, 7));
}

TEST_CASE("Figure 23: phd makes (9,2) and (8,4), then one group at a time") {
    CHECK(written(made(phd_of_equal_speeds, square, nine)) == "((2/(3/4))/(7|8))|((0/1)/(5|6))");
    const auto parts = unrounded<rational>(made(phd_of_equal_speeds, square, nine), square);
    CHECK(parts[0].cols == rational(11, 23));
    CHECK(parts[0].rows == rational(3, 11));
}

}  // namespace exact_examples_test
