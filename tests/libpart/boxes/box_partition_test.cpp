// Boxes for unequal speeds: the properties of every method, the bound, and the exact communication cell by cell.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "banyan/part/box_communication.hpp"
#include "banyan/part/box_methods.hpp"
#include "banyan/part/error.hpp"

namespace box_partition_test {

using namespace banyan::part;

namespace {

speeds random_speeds(int processors, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> values;
    for (int i = 0; i < processors; ++i)
        values.push_back(std::uniform_real_distribution(1.0, 10.0)(random));
    return speeds(values);
}

/// Faces between cells of different owners inside the grid.
std::int64_t cut_area_by_enumeration(const box_partition& parts) {
    const triple& n = parts.domain().sides();
    std::int64_t area = 0;
    for (std::int64_t i = 0; i < n[0]; ++i)
        for (std::int64_t j = 0; j < n[1]; ++j)
            for (std::int64_t k = 0; k < n[2]; ++k)
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    triple next{i, j, k};
                    if (++next[axis] < n[axis]) area += parts.owner({i, j, k}) != parts.owner(next);
                }
    return area;
}

std::int64_t wrap(std::int64_t x, std::int64_t size) {
    return (x % size + size) % size;
}

/// The halo cells of each pair of processors, cell by cell.
std::map<std::pair<int, int>, std::int64_t> items_by_enumeration(const box_partition& parts, box_stencil pattern,
                                                                 int depth) {
    std::map<std::pair<int, int>, std::int64_t> items;
    const grid_3d& domain = parts.domain();
    for (const box& own : parts.boxes()) {
        const auto near = [&](const triple& at) {
            int outside = 0;
            for (std::size_t a = 0; a < 3; ++a)
                outside += at[a] < own.first[a] || at[a] >= own.first[a] + own.sides[a];
            return outside > 0 && (outside == 1 || depth > 1 || pattern == box_stencil::all_27_points);
        };
        triple at{};
        for (at[0] = own.first[0] - depth; at[0] < own.first[0] + own.sides[0] + depth; ++at[0])
            for (at[1] = own.first[1] - depth; at[1] < own.first[1] + own.sides[1] + depth; ++at[1])
                for (at[2] = own.first[2] - depth; at[2] < own.first[2] + own.sides[2] + depth; ++at[2]) {
                    triple cell = at;
                    bool inside = true;
                    for (int a = 0; a < 3; ++a) {
                        auto& x = cell[static_cast<std::size_t>(a)];
                        if (domain.periodic(a)) x = wrap(x, domain.side(a));
                        inside = inside && x >= 0 && x < domain.side(a);
                    }
                    if (!inside || !near(at)) continue;
                    if (const int from = parts.owner(cell); from != own.processor) ++items[{from, own.processor}];
                }
    }
    return items;
}

}  // namespace

TEST_CASE("boxes: every method gives every processor one box, and the boxes cover the grid") {
    const auto sides =
        GENERATE(triple{8, 9, 10}, triple{1, 12, 7}, triple{30, 2, 3}, triple{1, 1, 13}, triple{3, 3, 3});
    for (const int processors : {1, 2, 3, 5, 9, 13, 27})
        for (const std::string_view method : box_method_names()) {
            const grid_3d domain(sides);
            INFO(method << ", " << sides[0] << " x " << sides[1] << " x " << sides[2] << ", " << processors);
            const speeds of = random_speeds(processors, static_cast<unsigned>(processors));
            if (processors > domain.cells()) {
                CHECK_THROWS_WITH(make_box_partition(method, domain, of), Catch::Contains("processors for"));
                continue;
            }
            try {
                const box_partition parts = make_box_partition(method, domain, of);  // checks what the name says
                CHECK(parts.processors() == processors);
                CHECK(cut_area(parts) == cut_area_by_enumeration(parts));
            } catch (const error& small) {
                CHECK(method == "bars");
                CHECK_THAT(small.what(), Catch::Contains("too small"));
            }
        }
}

TEST_CASE("boxes: on a fine grid the shares follow the speeds, and the cut area is near the bound") {
    const grid_3d domain({240, 200, 260});
    for (const int processors : {1, 2, 4, 7, 16, 33})
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const speeds of = random_speeds(processors, seed);
            INFO(processors << " processors, seed " << seed);
            const double bound = cut_area_bound(domain, of);
            for (const std::string_view method : box_method_names()) {
                const box_partition parts = make_box_partition(method, domain, of);
                const double ratio = time_ratio(parts, of);
                INFO(method << ": ratio " << ratio);
                CHECK(ratio >= 1 - 1e-12);
                CHECK(ratio < 1.1);
                // Volumes are rounded to whole cells, which can also reduce the area a little.
                CHECK(static_cast<double>(cut_area(parts)) >= 0.98 * bound);
            }
            const auto best = static_cast<double>(cut_area(make_box_partition("best", domain, of)));
            if (processors > 2) CHECK(best < 1.5 * bound);
        }
}

TEST_CASE("boxes: equal processors in a cube of 8 and of 27 get cubes, which reach the bound") {
    for (const std::int64_t n : {2, 3}) {
        const grid_3d domain({12, 12, 12});
        const speeds equal = speeds::equal(static_cast<int>(n * n * n));
        for (const char* method : {"bars", "best"}) {
            const box_partition parts = make_box_partition(method, domain, equal);
            CHECK(cut_area(parts) == 3 * (n - 1) * 144);
            CHECK(cut_area_bound(domain, equal) == Approx(3.0 * static_cast<double>(n - 1) * 144));
            CHECK(time_ratio(parts, equal) == 1);
        }
    }
    CHECK(cut_area(make_box_partition("bisection", grid_3d({12, 12, 12}), speeds::equal(8))) == 3 * 144);
}

TEST_CASE("boxes: bars are best among all slabs, bars and boxes of up to 6 processors") {
    // With sides that all shares divide, rounding changes nothing.
    const grid_3d domain({60, 60, 60});
    const speeds of({3, 3, 2, 2, 1, 1});
    // All divisions of the sorted list into slabs, and of each slab into bars: after each processor there is no cut
    // between bars or slabs (0), one between bars (1) or one between slabs (2).
    const std::vector<double> share{3 / 12.0, 3 / 12.0, 2 / 12.0, 2 / 12.0, 1 / 12.0, 1 / 12.0};
    double least = 1e9;
    for (int code = 0; code < 243; ++code) {
        std::vector<int> after;
        for (int rest = code, i = 0; i < 5; ++i, rest /= 3)
            after.push_back(rest % 3);
        after.push_back(2);
        double area = -1;
        for (std::size_t begin = 0, i = 0; i < 6; ++i) {
            if (after[i] != 2) continue;
            double slab = 0;
            for (std::size_t j = begin; j <= i; ++j)
                slab += share[j];
            area += 1 - slab;  // the cut before the slab; less one bar, which is added below
            for (std::size_t first = begin, j = begin; j <= i; ++j) {
                if (after[j] == 0) continue;
                double bar = 0;
                for (std::size_t k = first; k <= j; ++k)
                    bar += share[k] / slab;
                area += slab + static_cast<double>(j - first) * slab * bar;
                first = j + 1;
            }
            begin = i + 1;
        }
        least = std::min(least, area);
    }
    CHECK(static_cast<double>(cut_area(make_box_partition("bars", domain, of))) == Approx(least * 3600).epsilon(0.02));
}

TEST_CASE("boxes: messages are those found cell by cell, for both stencils, every axis periodic or open") {
    const int axes = GENERATE(0, 1, 5, 7);
    const int processors = GENERATE(1, 2, 5, 8);
    const int depth = GENERATE(1, 2, 5);
    const grid_3d domain({5, 4, 6}, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    const auto parts = make_box_partition("best", domain, random_speeds(processors, 4));
    for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points}) {
        std::map<std::pair<int, int>, std::int64_t> counted;
        for (const box_transfer& t : exact_box_communication(parts, pattern, depth)) {
            CHECK(t.from != t.to);
            CHECK(counted.emplace(std::pair(t.from, t.to), t.items).second);
        }
        CHECK(counted == items_by_enumeration(parts, pattern, depth));
        std::map<std::pair<int, int>, std::int64_t> of_pieces;
        for (int m = 0; m < processors; ++m)
            for (const box_piece& p : box_pieces(parts, m, pattern, depth))
                if (p.from == m && p.to != m) of_pieces[{p.from, p.to}] += p.cells();
        CHECK(of_pieces == counted);
    }
}

TEST_CASE("boxes: both ends of a message list the same pieces in the same order") {
    const auto parts = make_box_partition("best", grid_3d({7, 6, 5}), random_speeds(6, 2));
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 6; ++b) {
            const auto from_a_to_b = [&](int at) {
                auto pieces = box_pieces(parts, at, box_stencil::all_27_points, 2);
                std::erase_if(pieces, [&](const box_piece& p) { return p.from != a || p.to != b; });
                return pieces;
            };
            CHECK(from_a_to_b(a) == from_a_to_b(b));
        }
}

TEST_CASE("boxes: wrong grids, boxes, methods and depths are refused by name") {
    CHECK_THROWS_WITH(grid_3d({0, 1, 1}), Catch::Contains("0 x 1 x 1"));
    const grid_3d domain({4, 4, 4});
    CHECK_THROWS_WITH(box_partition(domain, {}), Catch::Contains("at least one"));
    CHECK_THROWS_WITH(box_partition(domain, {{0, {0, 0, 0}, {4, 4, 3}}}), "16 cells of the grid have no owner");
    CHECK_THROWS_WITH(box_partition(domain, {{0, {0, 0, 0}, {4, 4, 5}}}), Catch::Contains("not inside"));
    CHECK_THROWS_WITH(box_partition(domain, {{1, {0, 0, 0}, {4, 4, 4}}}), Catch::Contains("processor 0"));
    CHECK_THROWS_WITH(box_partition(domain, {{0, {0, 0, 0}, {4, 4, 2}}, {1, {0, 0, 1}, {4, 4, 2}}}),
                      Catch::Contains("overlaps"));
    CHECK_THROWS_WITH(box_partition(domain, {{0, {0, 0, 0}, {4, 4, 4}}, {1, {0, 0, 0}, {0, 4, 2}}}),
                      Catch::Contains("empty"));
    // Together they have 2^64 cells.
    const triple largest{grid_3d::max_side, grid_3d::max_side, grid_3d::max_side};
    std::vector<box> whole_grids;
    for (int processor = 0; processor < 16; ++processor)
        whole_grids.push_back({processor, {0, 0, 0}, largest});
    CHECK_THROWS_WITH(box_partition(grid_3d(largest), whole_grids), Catch::Contains("overlaps"));
    CHECK_THROWS_WITH(make_box_partition("cubes", domain, speeds::equal(2)),
                      "method for boxes: unknown name 'cubes', allowed: bars, bisection, best");
    const auto parts = make_box_partition("best", domain, speeds::equal(2));
    CHECK_THROWS_AS(parts.of(2), error);
    CHECK_THROWS_AS(parts.owner({4, 0, 0}), error);
    CHECK_THROWS_AS(box_pieces(parts, 2, box_stencil::seven_points), error);
    CHECK_THROWS_AS(box_pieces(parts, 0, box_stencil::seven_points, 0), error);
    CHECK_THROWS_AS(time_ratio(parts, speeds::equal(3)), error);
}

}  // namespace box_partition_test
