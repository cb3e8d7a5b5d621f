// Dissections that cannot be made by straight cuts: floorplans, their drawings, the exact method, and whole cells.
// Proofs in rationals are in exact_dissection_test.cpp.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "libpart/geometry/dissection_rounding.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/exact_layouts.hpp"
#include "tests/libpart/geometry/every_floorplan.hpp"
#include "tests/libpart/geometry/random_processors.hpp"

namespace dissection_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double length_of(const drawing& d, const floorplan& plan) {
    double sum = 0;
    for (const room& r : plan.rooms)
        sum += d.x[static_cast<std::size_t>(r.east)] - d.x[static_cast<std::size_t>(r.west)] +
               d.y[static_cast<std::size_t>(r.south)] - d.y[static_cast<std::size_t>(r.north)];
    return sum;
}

/// The method's optimum in shares.
double optimum(const std::vector<weighted_processor>& processors, const grid& g) {
    double best = measures_of(slicing_exact(g, processors), g).cut_length + static_cast<double>(g.rows() + g.cols());
    if (const auto other = best_non_slicing(g, processors)) best = std::min(best, other->exact.half_perimeters);
    return best;
}

}  // namespace

TEST_CASE("there are as many mosaic floorplans as Baxter's and Schroeder's numbers say") {
    const std::vector<std::size_t> all{1, 2, 6, 22, 92, 422, 2074};
    const std::vector<std::ptrdiff_t> slicing{1, 2, 6, 22, 90, 394, 1806};
    for (int rooms = 1; rooms <= 7; ++rooms) {
        const auto plans = mosaic_floorplans(rooms);
        CHECK(plans.size() == all[static_cast<std::size_t>(rooms - 1)]);
        CHECK(std::ranges::count_if(plans, is_slicing) == slicing[static_cast<std::size_t>(rooms - 1)]);
    }
    CHECK(non_slicing_floorplans(4).empty());
    CHECK(non_slicing_floorplans(5).size() == 1);  // the pinwheel; it stands for its mirror image too
}

TEST_CASE("every floorplan is drawn with any areas") {
    testing::source random(81);
    for (int rooms = 1; rooms <= 6; ++rooms)
        for (const floorplan& plan : mosaic_floorplans(rooms)) {
            std::vector<double> areas;
            double total = 0;
            for (int i = 0; i < rooms; ++i)
                total += areas.emplace_back(std::pow(10, random.real(-2, 2)));
            const double rows = random.real(1, 50);
            const double cols = random.real(1, 50);
            const auto d = drawn(plan, areas, rows, cols);
            REQUIRE(d);
            for (std::size_t i = 0; i < areas.size(); ++i) {
                const room& r = plan.rooms[i];
                const double width = d->x[static_cast<std::size_t>(r.east)] - d->x[static_cast<std::size_t>(r.west)];
                const double height = d->y[static_cast<std::size_t>(r.south)] - d->y[static_cast<std::size_t>(r.north)];
                CHECK(width > 0);
                CHECK(height > 0);
                CHECK(width * height == Approx(areas[i] / total * rows * cols).epsilon(1e-7));
            }
            CHECK(d->half_perimeters == Approx(length_of(*d, plan)).epsilon(1e-9));
        }
}

TEST_CASE("areas that differ a millionfold are still drawn") {
    testing::source random(82);
    for (const floorplan& plan : non_slicing_floorplans(6)) {
        std::vector<double> areas;
        for (int i = 0; i < 6; ++i)
            areas.push_back(std::pow(10, random.real(-6, 0)));
        CHECK(drawn(plan, areas, 1, 1));
    }
}

TEST_CASE("a small processor among equal ones sits in the middle of a pinwheel") {
    const grid g(1200, 1200);
    for (double slow : {0.01, 0.05, 0.1}) {
        const auto processors = testing::processors_of({1, 1, 1, 1, slow});
        const auto wheel = best_non_slicing(g, processors);
        REQUIRE(wheel);
        CHECK(wheel->exact.half_perimeters < measures_of(slicing_exact(g, processors), g).cut_length + 2400 - 1);
    }
    const auto thirds = testing::processors_of({2, 2, 2, 2, 1});  // 1 x 2 dominoes around one cell of 3 x 3
    CHECK(best_non_slicing({3, 3}, thirds)->exact.half_perimeters == Approx(14).epsilon(1e-12));

    const speeds s{1, 0.1, 1, 1, 1};
    const partition parts = make_partition("dissection_exact", g, s);
    CHECK(half_perimeter(parts) < half_perimeter(make_partition("slicing_exact", g, s)));
    CHECK(max_time_ratio(parts, s) < 1.01);
}

TEST_CASE("1000 x 3000 of Kaddoura: 4743.83 without straight cuts, so 4500 is optimal") {
    const auto processors = testing::processors_of({10, 2, 2, 2, 2, 1, 1});
    const auto other = best_non_slicing({1000, 3000}, processors);
    REQUIRE(other);
    CHECK(other->exact.half_perimeters - 4000 == Approx(4743.83).margin(0.005));
    CHECK(cut_length(make_partition("dissection_exact", {1000, 3000}, speeds{1, 10, 2, 2, 1, 2, 2})) == 4500);
}

TEST_CASE("no dissection of a small grid is shorter than the exact optimum for its areas") {
    for (const grid& g : {grid(3, 3), grid(3, 4), grid(4, 4)}) {
        std::map<std::vector<double>, std::int64_t> shortest;
        testing::small_dissections(g, 5).each([&](const std::vector<block>& found) {
            std::vector<double> areas;
            std::int64_t length = 0;
            for (const block& b : found) {
                areas.push_back(static_cast<double>(b.cells()));
                length += b.half_perimeter();
            }
            std::ranges::sort(areas);
            const auto known = shortest.emplace(areas, length).first;
            known->second = std::min(known->second, length);
        });
        for (const auto& [areas, length] : shortest) {
            const auto processors = testing::processors_of(areas);
            CHECK(optimum(processors, g) <= static_cast<double>(length) * (1 + 1e-9));
        }
    }
}

TEST_CASE("LB <= dissection_exact <= slicing_exact, and turning the grid changes nothing") {
    testing::source random(83);
    for (int i = 0; i < 150; ++i) {
        const auto processors =
            testing::random_processors(random, i % 50 == 0 ? 6 : 5, std::pow(10, random.real(0.1, 4)));
        const grid g(random.integer(1, 3000), random.integer(1, 3000));
        const double best = optimum(processors, g);
        double bound = 0;
        double total = 0;
        for (const weighted_processor& processor : processors)
            total += processor.weight;
        for (const weighted_processor& processor : processors)
            bound += 2 * std::sqrt(processor.weight / total * static_cast<double>(g.cells()));
        CHECK(bound <= best * (1 + 1e-9));
        CHECK(optimum(processors, {g.cols(), g.rows()}) == Approx(best).epsilon(1e-9));
    }
}

TEST_CASE("whole cells of a pinwheel give every processor a cell wherever there are three rows and columns") {
    testing::source random(84);
    const floorplan wheel = non_slicing_floorplans(5).front();
    for (int i = 0; i < 40; ++i) {
        const auto processors = testing::random_processors(random, 5, 4);
        std::vector<double> areas;
        for (const weighted_processor& processor : processors)
            areas.push_back(processor.weight);
        const grid g(random.integer(2, 8), random.integer(2, 8));
        const auto d = drawn(wheel, areas, static_cast<double>(g.rows()), static_cast<double>(g.cols()));
        REQUIRE(d);
        const auto blocks = rounded(wheel, *d, g, processors);
        if (!blocks) {  // a pinwheel of five cells needs at least three rows and columns
            CHECK(std::min(g.rows(), g.cols()) < 3);
            continue;
        }
        const partition parts = partition::from_rectangles(g, 5, *blocks);
        CHECK(parts.dropped().empty());
    }
}

TEST_CASE("dissection_exact and slicing_exact refuse more processors than they can search") {
    CHECK_THROWS_WITH(make_partition("dissection_exact", {90, 90}, speeds::equal(8)),
                      Catch::Contains("dissection_exact: 8 processors, allowed: 1 to 7"));
    CHECK_THROWS_WITH(make_partition("slicing_exact", {90, 90}, speeds::equal(13)),
                      Catch::Contains("slicing_exact: 13 processors, allowed: 1 to 12"));
}

}  // namespace dissection_test
