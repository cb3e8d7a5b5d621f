// general_quadrilateral and triangulated: methods whose parts are not rectangles.
#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "libpart/geometry/quadrilateral_lattice.hpp"
#include "libpart/geometry/triangulation.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace distorted_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

/// Whether the cells of each processor are connected by their sides, without periodic edges.
bool connected(const partition& p) {
    const grid& g = p.domain();
    const std::vector<std::int32_t> owners = p.owners();
    std::vector<bool> seen(owners.size());
    std::vector<bool> met(static_cast<std::size_t>(p.processors()));
    for (std::size_t start = 0; start < owners.size(); ++start) {
        if (seen[start]) continue;
        if (met[static_cast<std::size_t>(owners[start])]) return false;
        met[static_cast<std::size_t>(owners[start])] = true;
        std::vector<std::int64_t> reached{static_cast<std::int64_t>(start)};
        seen[start] = true;
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (const auto& [down, right] : {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)}) {
                const std::int64_t row = reached[i] / g.cols() + down;
                const std::int64_t col = reached[i] % g.cols() + right;
                if (row < 0 || row >= g.rows() || col < 0 || col >= g.cols()) continue;
                const std::int64_t next = row * g.cols() + col;
                const auto at = static_cast<std::size_t>(next);
                if (seen[at] || owners[at] != owners[start]) continue;
                seen[at] = true;
                reached.push_back(next);
            }
    }
    return true;
}

std::vector<lattice_point> random_points(testing::source& random, std::int32_t width, std::int32_t height, int count) {
    std::vector<lattice_point> points{{0, 0}, {width, 0}, {0, height}, {width, height}};
    for (int i = 0; i < count; ++i)
        points.push_back({static_cast<std::int32_t>(random.integer(0, width)),
                          static_cast<std::int32_t>(random.integer(0, height))});
    return points;
}

/// Greater than 0 if (x, y) is inside the circumcircle of the triangle, which is clockwise with row 0 at the top. Exact
/// for small numbers.
double inside_circle(const std::array<plane_point, 3>& t, double x, double y) {
    std::array<std::array<double, 3>, 3> m;
    for (std::size_t i = 0; i < 3; ++i) {
        const double dx = t[i].x - x;
        const double dy = t[i].y - y;
        m[i] = {dx, dy, dx * dx + dy * dy};
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// The smallest max_time_ratio() with whole cells and at least one cell each. Each cell goes to the processor that
/// finishes it first.
double least_time_ratio(const grid& g, const speeds& s) {
    std::vector<double> cells(static_cast<std::size_t>(s.size()), 1);
    const auto time_with = [&](std::size_t i, double more) { return (cells[i] + more) / s[static_cast<int>(i)]; };
    for (std::int64_t left = g.cells() - s.size(); left > 0; --left) {
        std::size_t next = 0;
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (time_with(i, 1) < time_with(next, 1)) next = i;
        ++cells[next];
    }
    double slowest = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
        slowest = std::max(slowest, time_with(i, 0));
    return slowest / (static_cast<double>(g.cells()) / s.total());
}

}  // namespace

TEST_CASE("the triangles cover the rectangle once, and no point lies in the circle around one") {
    testing::source random(91);
    for (int i = 0; i < 100; ++i) {
        const auto width = static_cast<std::int32_t>(random.integer(1, 30));
        const auto height = static_cast<std::int32_t>(random.integer(1, 30));
        const auto points = random_points(random, width, height, static_cast<int>(random.integer(0, 60)));
        const auto triangles = delaunay(points);
        double area = 0;
        for (const auto& t : triangles) {
            const double twice = turn(t[0], t[1], t[2]);
            REQUIRE(twice != 0);
            area += std::abs(twice) / 2;
            for (const lattice_point& p : points)
                REQUIRE(inside_circle(t, p.x, p.y) * twice <= 0);
        }
        CHECK(area == Approx(static_cast<double>(width) * height));
        std::vector<std::int32_t> cells(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), -1);
        for (std::size_t n = 0; n < triangles.size(); ++n)
            rasterize({height, width}, triangles[n], static_cast<std::int32_t>(n), cells);
        CHECK(std::ranges::count(cells, -1) == 0);
    }
}

TEST_CASE("triangulated parts are connected and balanced to a few per cent") {
    testing::source random(92);
    double worst = 1;
    for (int i = 0; i < 40; ++i) {
        const grid g(random.integer(100, 200), random.integer(100, 200));
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(2, 12)), 5);
        const partition p = make_partition("triangulated", g, s);
        REQUIRE(connected(p));
        CHECK(p.dropped().empty());
        worst = std::max(worst, max_time_ratio(p, s));
    }
    CHECK(worst < 1.025);
    for (int i = 0; i < 100; ++i) {
        const grid g = testing::random_grid(random, 25);
        const int most = static_cast<int>(std::min<std::int64_t>(12, g.cells()));
        CHECK(connected(make_partition("triangulated", g,
                                       testing::random_speeds(random, static_cast<int>(random.integer(1, most)), 50))));
    }
}

TEST_CASE("triangles are as many as it takes to give every processor a cell, wherever the work is") {
    testing::source random(97);
    const work_density corner =
        work_density::of_function([](std::int64_t row, std::int64_t col) { return row < 2 && col < 2 ? 1.0 : 0.0; });
    for (int i = 0; i < 300; ++i) {
        const grid g(random.integer(1, 12), random.integer(1, 12));
        const auto p = static_cast<int>(random.integer(1, g.cells()));
        const speeds s = testing::random_speeds(random, p, 30);
        const partition parts = make_partition("triangulated", g, s, {.density = i % 3 == 0 ? corner : work_density()});
        REQUIRE(connected(parts));
        REQUIRE(parts.dropped().empty());
    }
}

TEST_CASE("triangles follow the density") {
    const grid g(120, 160);
    const work_density density =
        work_density::of_function([](std::int64_t, std::int64_t col) { return col < 40 ? 9.0 : 1.0; });
    const speeds s{2, 2, 1, 1, 1, 1};
    const partition p = make_partition("triangulated", g, s, {.density = density});
    REQUIRE(connected(p));
    const std::vector<double> work = work_of_processors(p, density);
    const double total = 120 * (40 * 9.0 + 120);
    for (int processor = 0; processor < s.size(); ++processor)
        CHECK(work[static_cast<std::size_t>(processor)] == Approx(total * s.share(processor)).epsilon(0.12));
}

TEST_CASE("quadrilaterals reach their areas") {
    testing::source random(93);
    for (int i = 0; i < 40; ++i) {
        const std::int64_t down = random.integer(1, 6);
        const std::int64_t across = random.integer(1, 6);
        std::vector<double> areas;
        double sum = 0;
        for (std::int64_t k = 0; k < down * across; ++k)
            sum += areas.emplace_back(random.real(1, 2.5));
        for (double& area : areas)
            area *= 300.0 * 200.0 / sum;
        quadrilateral_lattice lattice(down, across, 300, 200, areas);
        CHECK(lattice.fit(1e-3) <= 1e-4);
        for (std::size_t k = 0; k < areas.size(); ++k)
            CHECK(lattice.area(static_cast<std::int64_t>(k)) == Approx(areas[k]).epsilon(1e-4));
    }
}

TEST_CASE("general quadrilaterals give every processor a cell and keep the bound of messages") {
    testing::source random(94);
    for (int i = 0; i < 40; ++i) {
        const auto p = static_cast<int>(random.integer(2, 5) * random.integer(2, 5));
        const speeds s = testing::random_speeds(random, p, 4);
        const partition parts = make_partition("general_quadrilateral", {600, 600}, s);
        CHECK(parts.dropped().empty());
        const std::int64_t messages = exact_communication(parts, stencil::named("5")).messages();
        CHECK(messages <= 8 * p - 4 + 4 * p);  // across edges, and at points where four parts meet
    }
    const speeds extreme{1e9, 1e9, 1, 1, 1e5, 1};
    for (const grid& g : {grid(2, 3), grid(6, 1), grid(20, 20), grid(1, 9)}) {
        const partition parts = make_partition("general_quadrilateral", g, extreme);
        CHECK(parts.dropped().empty());
    }
}

TEST_CASE("general quadrilaterals are balanced to the cell for any number of processors, and each part is connected") {
    testing::source random(95);
    for (const grid& g : {grid(100, 100), grid(120, 37), grid(50, 160), grid(30, 30), grid(9, 8)})
        for (int p = 2; p <= 40; ++p) {
            std::vector<double> values;
            for (int i = 0; i < p; ++i)
                values.push_back(p % 3 == 0 ? 1 : p % 3 == 1 ? random.real(1, 10) : std::pow(random.real(0, 1), -0.8));
            const speeds s(values);
            const partition parts = make_partition("general_quadrilateral", g, s);
            INFO(g.rows() << " x " << g.cols() << ", " << p << " processors");
            REQUIRE(connected(parts));
            REQUIRE(parts.dropped().empty());
            REQUIRE(max_time_ratio(parts, s) <= least_time_ratio(g, s) * (1 + 1e-12));
        }
}

TEST_CASE("a prime number of processors has strips whose edges tilt by less than a cell") {
    testing::source random(96);
    for (int p : {2, 3, 5, 7, 11, 31}) {
        const grid g(60, 100);
        const partition parts = make_partition("general_quadrilateral", g, testing::random_speeds(random, p, 3));
        for (int processor = 0; processor < p; ++processor) {
            std::int64_t first = g.cols();
            std::int64_t last = 0;
            for (std::int64_t row = 0; row < g.rows(); ++row) {
                std::int64_t col = 0;
                while (parts.owner(row, col) != processor)
                    ++col;
                first = std::min(first, col);
                last = std::max(last, col);
            }
            CHECK(last - first <= 1);
        }
    }
}

TEST_CASE("cells let quadrilaterals exceed the published 8p - 4 messages: lattice points join diagonal neighbours") {
    std::vector<double> values;
    for (int i = 0; i < 16; ++i)
        values.push_back(1 + (i * 7919 % 100) / 25.0);
    const partition parts = make_partition("general_quadrilateral", {300, 300}, speeds(values));
    CHECK(exact_communication(parts, stencil::named("5")).messages() > 8 * 16 - 4);
}

}  // namespace distorted_test
