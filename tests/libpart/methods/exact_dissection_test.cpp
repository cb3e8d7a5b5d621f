// Compares dissection_exact with every dissection of the areas, in exact rationals.
//
// Each instance proves two facts:
// (1) The layout that libpart claims exists. Its coordinates, as rationals, tile the grid with rooms whose areas differ
// from the shares by at most 1e-12. Its length is the claimed one.
// (2) No floorplan with the processors in any order is shorter than the claim by more than 1e-11 of it. The bounds are
// decided exactly (drawing_bounds.hpp). The floorplans are found by another method than that of libpart
// (every_floorplan.hpp).
//
// Two facts are taken from the literature and not proven here. Every dissection is a drawing of a mosaic floorplan;
// where four rooms meet, segments of the floorplan happen to meet. A floorplan has only one drawing with given areas.
// Rounding to whole cells is tested in dissection_test.cpp.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "banyan/part/cost.hpp"
#include "libpart/methods/exact_layouts.hpp"
#include "tests/libpart/geometry/drawing_bounds.hpp"
#include "tests/libpart/geometry/every_floorplan.hpp"
#include "tests/libpart/geometry/random_processors.hpp"
#include "tests/libpart/methods/exact_slicing.hpp"

namespace exact_dissection_test {

using namespace banyan::part;
using banyan::testing::length_bounds;
using banyan::testing::permutation;
using banyan::testing::rational;
namespace testing = banyan::testing;

namespace {

/// One floorplan of each set of mirror images.
std::vector<floorplan> plans_of(int rooms, bool also_slicing) {
    std::vector<floorplan> plans;
    std::set<permutation> seen;
    for (const auto& [key, plan] : testing::every_floorplan(rooms))
        if ((also_slicing || !is_slicing(plan)) && seen.insert(testing::key_of_images(key)).second)
            plans.push_back(plan);
    return plans;
}

/// Bounds of the smallest half-perimeters over all plans and all orders of the processors.
length_bounds shortest(const std::vector<floorplan>& plans, const std::vector<weighted_processor>& processors,
                       const grid& g) {
    std::optional<length_bounds> best;
    std::vector<std::int64_t> weights = testing::whole_weights(processors);
    std::ranges::sort(weights);
    do {
        for (const floorplan& plan : plans) {
            const length_bounds found = testing::drawing_bounds(plan, weights).half_perimeters(g);
            if (!best) best = found;
            best->least = std::min(best->least, found.least);
            best->most = std::min(best->most, found.most);
        }
    } while (std::ranges::next_permutation(weights).found);
    return *best;
}

bool close(const rational& a, const rational& b, double relative) {
    return abs(rational(a - b)) <= rational(relative) * abs(b);
}

/// Checks the claimed layout. Its rooms lie between segments, so they tile the grid if the plan is a floorplan.
void check_claim(const dissection& claim, const std::vector<weighted_processor>& processors, const grid& g) {
    rational total = 0;
    for (const weighted_processor& processor : processors)
        total += rational(processor.weight);
    std::vector<int> seen;
    rational length = 0;
    for (std::size_t i = 0; i < claim.plan.rooms.size(); ++i) {
        const room& r = claim.plan.rooms[i];
        const auto side = [](const std::vector<double>& at, int from, int to) {
            return rational(rational(at[static_cast<std::size_t>(to)]) - rational(at[static_cast<std::size_t>(from)]));
        };
        const rational width = side(claim.exact.x, r.west, r.east);
        const rational height = side(claim.exact.y, r.north, r.south);
        const weighted_processor& processor = claim.processors[i];
        CHECK(close(width * height, rational(processor.weight) / total * g.cells(), 1e-12));
        CHECK(processor.weight == processors[static_cast<std::size_t>(processor.processor)].weight);
        length += width + height;
        seen.push_back(processor.processor);
    }
    std::ranges::sort(seen);
    for (std::size_t i = 0; i < processors.size(); ++i)
        CHECK(seen[i] == static_cast<int>(i));
    CHECK(close(rational(claim.exact.half_perimeters), length, 1e-13));
}

/// Returns the bounds of the optimum.
length_bounds check_non_slicing(const std::vector<floorplan>& plans, const std::vector<weighted_processor>& processors,
                                const grid& g) {
    const std::optional<dissection> claim = best_non_slicing(g, processors);
    REQUIRE(claim);
    check_claim(*claim, processors, g);
    const length_bounds optimum = shortest(plans, processors, g);
    CHECK(optimum.least <= optimum.most);
    CHECK(rational(claim->exact.half_perimeters) <= optimum.least * rational(1 + 1e-11));
    CHECK(rational(claim->exact.half_perimeters) >= optimum.most * rational(1 - 1e-11));
    return optimum;
}

grid some_grid(testing::source& random) {
    return {random.integer(1, 3000), random.integer(1, 3000)};
}

/// The segments of a dissection by the order of their lines, without coordinates.
std::vector<block> on_lines(std::vector<block> blocks) {
    std::set<std::int64_t> rows;
    std::set<std::int64_t> cols;
    for (const block& b : blocks) {
        rows.insert({b.row, b.row + b.rows});
        cols.insert({b.col, b.col + b.cols});
    }
    const auto line = [](const std::set<std::int64_t>& all, std::int64_t at) {
        return std::distance(all.begin(), all.find(at));
    };
    for (block& b : blocks) {
        const std::int64_t south = line(rows, b.row + b.rows);
        const std::int64_t east = line(cols, b.col + b.cols);
        b.row = line(rows, b.row);
        b.col = line(cols, b.col);
        b.rows = south - b.row;
        b.cols = east - b.col;
    }
    return blocks;
}

}  // namespace

TEST_CASE("dissecting small grids gives the floorplans that libpart has, each once") {
    for (int rooms = 1; rooms <= 7; ++rooms) {
        const auto plans = testing::every_floorplan(rooms);
        const std::vector<floorplan> ours = mosaic_floorplans(rooms);
        CHECK(ours.size() == plans.size());
        std::set<permutation> images;
        for (const floorplan& plan : ours) {
            const permutation key = testing::key_of(plan);
            CHECK(plans.contains(key));
            if (!is_slicing(plan)) images.insert(testing::key_of_images(key));
        }
        const std::vector<floorplan> crooked = non_slicing_floorplans(rooms);
        CHECK(crooked.size() == images.size());
        for (const floorplan& plan : crooked)
            CHECK(images.contains(testing::key_of_images(testing::key_of(plan))));
    }
}

TEST_CASE("the bounds of drawings hold the exact lengths of four processors, where all cuts are straight") {
    testing::source random(121);
    for (int i = 0; i < 10; ++i) {
        const grid g = some_grid(random);
        const auto processors = testing::small_whole_weights(random, 4, 100);
        const length_bounds found = shortest(plans_of(4, true), processors, g);
        const rational exact = testing::all_slicings(testing::whole_weights(processors)).least_half_perimeters(g);
        CHECK(found.least <= exact);
        CHECK(exact <= found.most);
        CHECK(found.most <= found.least * rational(1 + 1e-11));
    }
}

TEST_CASE("no dissection of five processors is shorter than dissection_exact, straight cuts or not") {
    testing::source random(122);
    const std::vector<floorplan> plans = plans_of(5, true);
    for (int most : {2, 3, 5, 1000}) {
        const grid g = some_grid(random);
        const auto processors = testing::small_whole_weights(random, 5, most);
        const length_bounds optimum = shortest(plans, processors, g);
        const rational straight = testing::counted_again(slicing_exact(g, processors), g).length + g.rows() + g.cols();
        const rational claim = std::min(straight, rational(best_non_slicing(g, processors)->exact.half_perimeters));
        CHECK(claim <= optimum.least * rational(1 + 1e-11));
        CHECK(claim >= optimum.most * rational(1 - 1e-11));
    }
}

TEST_CASE("best_non_slicing is the shortest of all floorplans that straight cuts do not make") {
    testing::source random(123);
    for (int rooms = 5; rooms <= 7; ++rooms) {
        const std::vector<floorplan> plans = plans_of(rooms, false);
        for (int i = 0; i < (rooms == 5 ? 40 : 4); ++i) {
            const int most = rooms == 7 ? 2 : rooms == 6 ? 4 : i % 2 == 0 ? 6 : 1000;
            auto processors = testing::small_whole_weights(random, rooms, most);
            if (rooms == 7) processors = testing::processors_of({9, 9, 9, 9, 9, 9, std::pow(3.0, i)});
            check_non_slicing(plans, processors, some_grid(random));
        }
    }
}

TEST_CASE("a pinwheel of 2,2,2,2,1 on 3 x 3 has whole coordinates: 14 exactly") {
    const grid g(3, 3);
    const auto processors = testing::processors_of({2, 2, 2, 2, 1});
    const length_bounds wheel = shortest(plans_of(5, false), processors, g);
    CHECK(wheel.least <= 14);
    CHECK(wheel.most >= 14);
    CHECK(best_non_slicing(g, processors)->exact.half_perimeters == Approx(14).epsilon(1e-14));
}

TEST_CASE("one slow processor beside four equal ones: the pinwheel is shorter than every slicing layout") {
    const grid g(1200, 1200);
    for (double fast : {10.0, 20.0, 100.0}) {
        const auto processors = testing::processors_of({fast, fast, fast, fast, 1});
        const length_bounds wheel = shortest(plans_of(5, false), processors, g);
        CHECK(wheel.most < testing::all_slicings(testing::whole_weights(processors)).least_half_perimeters(g));
    }
}

TEST_CASE("1000 x 3000 of Kaddoura: 4500 is the shortest of all dissections, 4743.83 without straight cuts") {
    const grid g(1000, 3000);
    const auto processors = testing::processors_of({10, 2, 2, 2, 2, 1, 1});
    CHECK(testing::all_slicings(testing::whole_weights(processors)).least_half_perimeters(g) == 4500 + 4000);
    CHECK(testing::counted_again(slicing_exact(g, processors), g).length == 4500);
    CHECK(testing::counted_again(columns(g, processors), g).length == 4500);
    const length_bounds other = check_non_slicing(plans_of(7, false), processors, g);
    CHECK(other.least > 4000 + rational(4743825) / 1000);
    CHECK(other.most < 4000 + rational(4743835) / 1000);
}

TEST_CASE("squares of 18,15,14,10,9,8,7,4,1 tile 33 x 32: half-perimeters of 172, and none can be shorter") {
    const std::vector<block> tiles{{0, 0, 0, 18, 18},   {1, 0, 18, 15, 15}, {2, 18, 0, 14, 14},
                                   {3, 22, 14, 10, 10}, {4, 23, 24, 9, 9},  {5, 15, 25, 8, 8},
                                   {6, 15, 18, 7, 7},   {7, 18, 14, 4, 4},  {8, 22, 24, 1, 1}};
    const grid g(32, 33);
    CHECK(half_perimeter(partition::from_rectangles(g, 9, tiles)) == 172);  // checks that they tile the grid
    std::int64_t least = 0;
    std::vector<std::int64_t> weights;
    for (const block& b : tiles) {
        CHECK(b.rows == b.cols);
        least += 2 * b.rows;  // (h + w)^2 >= 4 h w in every rectangle, with equality only in a square
        weights.push_back(b.cells());
    }
    CHECK(least == 172);

    const std::vector<block> lines = on_lines(tiles);
    const floorplan plan = testing::plan_of(lines, {5, 5});
    CHECK_FALSE(is_slicing(plan));
    const length_bounds bounds = testing::drawing_bounds(plan, weights).half_perimeters(g);
    CHECK(bounds.least <= 172);
    CHECK(bounds.most >= 172);
    const std::optional<drawing> found = drawn(plan, std::vector<double>(weights.begin(), weights.end()), 32, 33);
    REQUIRE(found);
    CHECK(found->half_perimeters == Approx(172).epsilon(1e-14));
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const room& r = plan.rooms[i];
        CHECK(found->x[static_cast<std::size_t>(r.west)] == Approx(tiles[i].col).margin(1e-12));
        CHECK(found->y[static_cast<std::size_t>(r.north)] == Approx(tiles[i].row).margin(1e-12));
    }
}

}  // namespace exact_dissection_test
