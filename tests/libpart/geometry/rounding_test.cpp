#include "libpart/geometry/rounding.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/geometry/random_trees.hpp"

namespace rounding_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

/// The smallest possible maximum of cells / weight, over every position of every cut. Infinite if a processor gets no
/// cell.
double best_time(const cut_tree& tree, std::int64_t rows, std::int64_t cols);

double best_of_parts(const cut_tree& tree, std::size_t part, std::int64_t rows, std::int64_t cols) {
    const bool side_by_side = tree.direction == cut::vertical;
    if (part + 1 == tree.parts.size()) return best_time(tree.parts[part], rows, cols);
    double best = INFINITY;
    for (std::int64_t size = 1; size < (side_by_side ? cols : rows); ++size) {
        const double here = best_time(tree.parts[part], side_by_side ? rows : size, side_by_side ? size : cols);
        if (here >= best) continue;
        best = std::min(best, std::max(here, best_of_parts(tree, part + 1, side_by_side ? rows : rows - size,
                                                           side_by_side ? cols - size : cols)));
    }
    return best;
}

double best_time(const cut_tree& tree, std::int64_t rows, std::int64_t cols) {
    if (tree.direction == cut::none) return static_cast<double>(rows * cols) / tree.weight;
    return best_of_parts(tree, 0, rows, cols);
}

}  // namespace

TEST_CASE("the smallest box of a tree is the one that exhaustive search can fill") {
    testing::source random(5);
    for (int i = 0; i < 200; ++i) {
        const cut_tree tree = testing::random_tree(random, static_cast<int>(random.integer(1, 5)));
        for (std::int64_t rows = 1; rows <= 4; ++rows)
            for (std::int64_t cols = 1; cols <= 4; ++cols)
                CHECK(fits(tree, {rows, cols}) == std::isfinite(best_time(tree, rows, cols)));
    }
}

TEST_CASE("no cut positions end sooner than the bottleneck rounding") {
    testing::source random(6);
    int better_than_plain = 0;
    for (int i = 0; i < 400; ++i) {
        const cut_tree tree = testing::random_tree(random, static_cast<int>(random.integer(2, 5)));
        const grid domain(random.integer(1, 9), random.integer(1, 9));
        if (!fits(tree, domain)) continue;
        const std::vector<block> blocks = rounded_to_least_time(tree, domain);
        const partition checked = partition::from_rectangles(domain, 5, blocks);
        CHECK(longest_time(tree, blocks) == Approx(best_time(tree, domain.rows(), domain.cols())).epsilon(1e-6));
        better_than_plain += longest_time(tree, blocks) < longest_time(tree, rounded_plainly(tree, domain)) * 0.999;
    }
    CHECK(better_than_plain > 20);
}

TEST_CASE("a tree of many levels is rounded cut by cut") {
    testing::source random(8);
    std::vector<cut_tree> level;
    for (int processor = 0; processor < 512; ++processor)
        level.push_back(leaf({processor, random.real(1, 3)}));
    for (cut direction = cut::vertical; level.size() > 1; direction = across(direction)) {
        std::vector<cut_tree> next;
        for (std::size_t i = 0; i < level.size(); i += 2)
            next.push_back(joined(direction, {level[i], level[i + 1]}));
        level = std::move(next);
    }
    const grid domain(100000, 100000);
    const std::vector<block> blocks = rounded(level.front(), domain);
    CHECK(partition::from_rectangles(domain, 512, blocks).blocks().size() == 512);
    CHECK(blocks == rounded_plainly(level.front(), domain));
    CHECK(longest_time(level.front(), blocks) < 1.01 * static_cast<double>(domain.cells()) / level.front().weight);
}

TEST_CASE("times at which a fast processor could do more cells than fit in 64 bits are searched too") {
    const speeds s{1e12, 1e12, 1e12, 1};
    const partition parts = make_partition("brbd", {2, grid::max_side}, s);
    CHECK(parts.cells(3) == 1);
    CHECK(max_time_ratio(parts, s) == Approx(3e12 / static_cast<double>(parts.domain().cells())));
}

TEST_CASE("strips of strips are rounded to the least time on the largest grid") {
    testing::source random(9);
    std::vector<cut_tree> strips_of;
    for (int strip = 0; strip < 100; ++strip) {
        std::vector<weighted_processor> processors;
        for (int i = 0; i < 100; ++i)
            processors.push_back({100 * strip + i, random.real(1, 3)});
        strips_of.push_back(strips(cut::horizontal, processors));
    }
    const cut_tree tree = joined(cut::vertical, std::move(strips_of));
    for (std::int64_t side : {std::int64_t{5000}, grid::max_side}) {
        const std::vector<block> blocks = rounded(tree, {side, side});
        CHECK(partition::from_rectangles({side, side}, 10000, blocks).blocks().size() == 10000);
        CHECK(longest_time(tree, blocks) <= longest_time(tree, rounded_plainly(tree, {side, side})));
    }
}

}  // namespace rounding_test
