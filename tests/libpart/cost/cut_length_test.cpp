#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace cut_length_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

std::int64_t sum_of_half_perimeters(const partition& p) {
    std::int64_t sum = 0;
    for (const block& b : p.blocks())
        sum += b.half_perimeter();
    return sum;
}

/// From an owner list: the vertices inside the grid at which boundaries turn or meet, and the connected pieces.
struct drawing {
    std::int64_t corners = 0;
    std::int64_t faces = 0;
};

drawing drawn(const partition& p) {
    const grid& g = p.domain();
    const std::vector<std::int32_t> owners = p.owners();
    const auto at = [&](std::int64_t r, std::int64_t c) { return owners[static_cast<std::size_t>(r * g.cols() + c)]; };
    drawing d;
    for (std::int64_t r = 1; r < g.rows(); ++r)
        for (std::int64_t c = 1; c < g.cols(); ++c) {
            const bool up = at(r - 1, c - 1) != at(r - 1, c);
            const bool down = at(r, c - 1) != at(r, c);
            const bool left = at(r - 1, c - 1) != at(r, c - 1);
            const bool right = at(r - 1, c) != at(r, c);
            const int sides = up + down + left + right;
            d.corners += sides > 2 || (sides == 2 && up != down);
        }
    std::vector<bool> seen(owners.size());
    for (std::int64_t start = 0; start < g.cells(); ++start) {
        if (seen[static_cast<std::size_t>(start)]) continue;
        ++d.faces;
        std::vector<std::int64_t> open{start};
        seen[static_cast<std::size_t>(start)] = true;
        while (!open.empty()) {
            const std::int64_t r = open.back() / g.cols();
            const std::int64_t c = open.back() % g.cols();
            open.pop_back();
            for (const auto& [dr, dc] : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
                if (r + dr < 0 || r + dr >= g.rows() || c + dc < 0 || c + dc >= g.cols()) continue;
                const auto next = static_cast<std::size_t>((r + dr) * g.cols() + c + dc);
                if (seen[next] || at(r + dr, c + dc) != at(r, c)) continue;
                seen[next] = true;
                open.push_back(static_cast<std::int64_t>(next));
            }
        }
    }
    return d;
}

}  // namespace

TEST_CASE("Acost is the sum of half-perimeters less that of the grid") {
    testing::source random(61);
    for (int i = 0; i < 300; ++i) {
        const partition p = testing::random_rectangles(random, testing::random_grid(random, 40), 20);
        CHECK(cut_length(p) == sum_of_half_perimeters(p) - p.domain().rows() - p.domain().cols());
        CHECK(half_perimeter(p) == sum_of_half_perimeters(p));
    }
}

TEST_CASE("Bcost adds the outer edges that wrap between different processors") {
    testing::source random(62);
    for (int i = 0; i < 200; ++i) {
        const partition p = testing::random_rectangles(random, testing::random_grid(random, 12), 9);
        const grid& g = p.domain();
        std::int64_t wrapping = 0;
        for (std::int64_t r = 0; r < g.rows(); ++r)
            wrapping += p.owner(r, 0) != p.owner(r, g.cols() - 1);
        for (std::int64_t c = 0; c < g.cols(); ++c)
            wrapping += p.owner(0, c) != p.owner(g.rows() - 1, c);
        CHECK(wrapped_cut_length(p) == cut_length(p) + wrapping);
    }
}

TEST_CASE("Figures 5 to 7 of Kaddoura et al.") {
    const grid g(10, 20);
    const partition two = partition::from_rectangles(g, 2, {{0, 0, 0, 10, 8}, {1, 0, 8, 10, 12}});
    CHECK(cut_length(two) == 10);
    CHECK(wrapped_cut_length(two) == 20);
    CHECK(internal_edges(two) == 1);
    const partition three =
        partition::from_rectangles(g, 3, {{0, 0, 0, 10, 8}, {1, 0, 8, 5, 12}, {2, 5, 8, 5, 12}});  // m + n(a2 + a3)
    CHECK(cut_length(three) == 10 + 12);
    CHECK(wrapped_cut_length(three) == 2 * 10 + 2 * 12);
    CHECK(internal_edges(three) == 3);
    const partition four = partition::from_rectangles(
        g, 4, {{0, 0, 0, 5, 10}, {1, 0, 10, 5, 10}, {2, 5, 0, 5, 10}, {3, 5, 10, 5, 10}});  // m + n
    CHECK(cut_length(four) == 30);
    CHECK(wrapped_cut_length(four) == 60);
    CHECK(internal_edges(four) == 4);  // the crossing counts as one corner
}

TEST_CASE("internal edges follow Euler's formula on the drawn partition") {
    testing::source random(63);
    for (int i = 0; i < 600; ++i) {
        const grid domain = testing::random_grid(random, 9);
        const partition p =
            i % 2 == 0 ? testing::random_rectangles(random, domain, 8) : testing::random_ranges(random, domain, 6);
        const drawing d = drawn(p);
        CHECK(internal_edges(p) == d.corners + d.faces - 1);
        CHECK(internal_edges(partition::from_owners(domain, p.processors(), p.owners())) == internal_edges(p));
    }
}

TEST_CASE("the lower bound is met by squares and by strips, and holds for exact shares") {
    const speeds four = speeds::equal(4);
    const partition squares = partition::from_rectangles(
        {20, 20}, 4, {{0, 0, 0, 10, 10}, {1, 0, 10, 10, 10}, {2, 10, 0, 10, 10}, {3, 10, 10, 10, 10}});
    CHECK(half_perimeter_lower_bound(squares, four) == Approx(half_perimeter(squares)));
    const partition strips = partition::from_rectangles({5, 60}, 2, {{0, 0, 0, 5, 20}, {1, 0, 20, 5, 40}});
    CHECK(half_perimeter_lower_bound(strips, {1, 2}) == Approx(half_perimeter(strips)));

    testing::source random(64);
    for (int i = 0; i < 300; ++i) {
        const partition p = testing::random_rectangles(random, testing::random_grid(random, 50), 15);
        std::vector<double> exact;
        for (int processor = 0; processor < p.processors(); ++processor)
            exact.push_back(static_cast<double>(std::max<std::int64_t>(p.cells(processor), 1)));
        CHECK(half_perimeter_lower_bound(p, speeds(exact)) <= static_cast<double>(half_perimeter(p)) * (1 + 1e-12));
    }
}

TEST_CASE("the time ratio compares the slowest processor with perfect balance") {
    const partition p = partition::from_rectangles({10, 10}, 3, {{0, 0, 0, 10, 6}, {2, 0, 6, 10, 4}});
    CHECK(max_time_ratio(p, {6, 1, 4}) == Approx(1.1));  // the dropped processor would have improved the time
    CHECK(max_time_ratio(p, {3, 1, 4}) == Approx(60.0 / 3 / (100.0 / 8)));
    CHECK_THROWS_AS(max_time_ratio(p, speeds{1, 1}), error);
}

TEST_CASE("the time ratio of unequal cells compares their work") {
    const std::vector<double> even{30, 10, 20};
    CHECK(max_time_ratio(even, {3, 1, 2}) == Approx(1));
    const std::vector<double> uneven{60, 0, 0};
    CHECK(max_time_ratio(uneven, {3, 1, 2}) == Approx(2));
    const std::vector<double> negative{1, -1};
    CHECK_THROWS_WITH(max_time_ratio(negative, {1, 1}), Catch::Contains("-1 of processor 1"));
    const std::vector<double> none{0, 0};
    CHECK_THROWS_AS(max_time_ratio(none, {1, 1}), error);
    CHECK_THROWS_AS(max_time_ratio(none, {1, 1, 1}), error);
}

}  // namespace cut_length_test
