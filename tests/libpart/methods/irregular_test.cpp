// regular, slices, bands: blocks placed by Gray codes, and blocks cut by the density.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace irregular_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double hill(std::int64_t row, std::int64_t col) {
    const double y = (static_cast<double>(row) - 30) / 15;
    const double x = (static_cast<double>(col) - 70) / 25;
    return 0.2 + 10 * std::exp(-x * x - y * y);
}

double largest(const std::vector<double>& values) {
    return *std::ranges::max_element(values);
}

/// Work of every row (or column) of the grid.
std::vector<double> lines(const grid& g, const work_density& density, bool rows) {
    std::vector<std::int32_t> owners;
    for (std::int64_t cell = 0; cell < g.cells(); ++cell)
        owners.push_back(static_cast<std::int32_t>(rows ? cell / g.cols() : cell % g.cols()));
    const auto count = static_cast<int>(rows ? g.rows() : g.cols());
    return work_of_processors(partition::from_owners(g, count, owners), density);
}

}  // namespace

TEST_CASE("regular puts neighbouring blocks on processors whose numbers differ in one bit") {
    for (int p : {2, 4, 8, 16, 64, 128})
        for (const grid& domain : {grid(256, 256), grid(512, 128), grid(100, 1000)}) {
            const partition parts = make_partition("regular", domain, speeds::equal(p));
            CHECK(parts.dropped().empty());
            const communication c = exact_communication(parts, stencil::named("5"));
            for (const transfer& t : c.transfers())  // also across the periodic edges
                CHECK(std::popcount(static_cast<unsigned>(t.from) ^ static_cast<unsigned>(t.to)) == 1);
            CHECK(c.messages() == exact_communication(make_partition("homogeneous_block", domain, speeds::equal(p)),
                                                      stencil::named("5"))
                                      .messages());
        }
}

TEST_CASE("slices have their share of the work within one row's or column's work") {
    testing::source random(81);
    for (int i = 0; i < 60; ++i) {
        const grid g(random.integer(60, 120), random.integer(60, 120));
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(2, 6)), 3);
        const work_density density = i % 3 == 0 ? work_density::of_function(hill) : work_density{};
        const std::vector<double> line = lines(g, density, g.rows() >= g.cols());
        double total = 0;
        for (double work : line)
            total += work;
        const std::vector<double> work =
            work_of_processors(make_partition("slices", g, s, {.density = density}), density);
        for (int processor = 0; processor < s.size(); ++processor)
            CHECK(std::abs(work[static_cast<std::size_t>(processor)] - total * s.share(processor)) <=
                  largest(line) * (1 + 1e-9));
    }
}

TEST_CASE("bands divide work, each block within a row of its band and a column in it") {
    const grid g(200, 150);
    const work_density density = work_density::of_function(hill);
    const speeds s{5, 4, 4, 3, 3, 2, 2, 1, 1};
    const partition parts = make_partition("bands", g, s, {.density = density});
    const std::vector<double> work = work_of_processors(parts, density);
    double total = 0;
    for (double w : work)
        total += w;
    for (int processor = 0; processor < s.size(); ++processor)
        CHECK(work[static_cast<std::size_t>(processor)] == Approx(total * s.share(processor)).epsilon(0.12));
    const partition even = make_partition("bands", g, s);
    const std::vector<double> uneven = work_of_processors(even, density);
    double worst = 0;
    for (int processor = 0; processor < s.size(); ++processor)
        worst = std::max(worst, uneven[static_cast<std::size_t>(processor)] / (total * s.share(processor)));
    CHECK(worst > 1.5);                    // without the density, the balance is bad
    for (const block& b : parts.blocks())  // bands: at most one left and one right neighbour, with the same rows
        for (const block& other : parts.blocks())
            CHECK((other.row == b.row ? other.rows == b.rows
                                      : other.row >= b.row + b.rows || b.row >= other.row + other.rows));
}

TEST_CASE("rows, columns, cells and functions describe the same work") {
    const grid g(12, 9);
    const auto by_row = [](std::int64_t row, std::int64_t) { return static_cast<double>(1 + row * row); };
    std::vector<double> rows;
    std::vector<double> cells;
    for (std::int64_t row = 0; row < 12; ++row) {
        rows.push_back(by_row(row, 0));
        cells.insert(cells.end(), 9, rows.back());
    }
    const speeds s{3, 2, 2, 1};
    for (std::string_view method : {"slices", "bands", "triangulated"}) {
        const partition expected = make_partition(method, g, s, {.density = work_density::of_rows(rows)});
        CHECK(make_partition(method, g, s, {.density = work_density::of_cells(cells)}) == expected);
        CHECK(make_partition(method, g, s, {.density = work_density::of_function(by_row)}) == expected);
    }
    CHECK(make_partition("slices", {9, 12}, s, {.density = work_density::of_columns(rows)}).blocks(0)[0].cols ==
          make_partition("slices", g, s, {.density = work_density::of_rows(rows)}).blocks(0)[0].rows);
}

TEST_CASE("a density that does not fit the grid is refused in one line") {
    const auto slices_of = [](const work_density& d) {
        return make_partition("slices", {3, 2}, speeds{1, 1}, {.density = d});
    };
    CHECK_THROWS_WITH(slices_of(work_density::of_rows({1, 2})), "density: 2 values for 3 rows");
    CHECK_THROWS_WITH(slices_of(work_density::of_columns({1, 2, 3})), "density: 3 values for 2 columns");
    CHECK_THROWS_WITH(slices_of(work_density::of_cells({1})), "density: 1 values for 6 cells");
    CHECK_THROWS_WITH(slices_of(work_density::of_rows({1, -2, 1})), Catch::Contains("-2 for row 1"));
    CHECK_THROWS_WITH(slices_of(work_density::of_columns({1, std::numeric_limits<double>::quiet_NaN()})),
                      Catch::Contains("nan for column 1"));
    CHECK_THROWS_WITH(slices_of(work_density::of_rows({0, 0, 0})), Catch::Contains("the total work is 0"));
    CHECK_THROWS_WITH(slices_of(work_density::of_function({})), Catch::Contains("function is empty"));
}

TEST_CASE("cells without work count 0 and never less, whatever rounding leaves") {
    const work_density density = work_density::of_cells({0.1, 0.2, 0.2, 0});
    const partition four = make_partition("homogeneous_block", {2, 2}, speeds::equal(4));
    CHECK(max_time_ratio(work_of_processors(four, density), speeds::equal(4)) == Approx(1.6));
    testing::source random(82);
    for (int i = 0; i < 50; ++i) {
        const grid g(random.integer(2, 9), random.integer(2, 9));
        std::vector<double> cells{1};
        while (std::ssize(cells) < g.cells())
            cells.push_back(random.integer(0, 1) == 0 ? 0 : random.real(0, 1));
        const auto p = static_cast<int>(g.cells());
        const partition each = make_partition("homogeneous_block", g, speeds::equal(p));
        for (double work : work_of_processors(each, work_density::of_cells(cells)))
            CHECK(work >= 0);
    }
}

TEST_CASE("rows without work are divided too, at least one each") {
    const partition parts = make_partition("slices", {10, 4}, speeds{1, 1, 1},
                                           {.density = work_density::of_rows({0, 0, 0, 0, 9, 0, 0, 0, 0, 0})});
    CHECK(parts.dropped().empty());
}

}  // namespace irregular_test
