#include "banyan/part/partition.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace partition_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

const grid g(4, 6);

partition rectangles(int processors, std::vector<block> blocks) {
    return partition::from_rectangles(g, processors, std::move(blocks));
}

}  // namespace

TEST_CASE("rectangles know owners, cells and who was dropped") {
    const partition p = rectangles(4, {{2, 0, 0, 4, 2}, {0, 0, 2, 1, 4}, {3, 1, 2, 3, 4}});
    CHECK(p.is_rectangular());
    CHECK(p.processors() == 4);
    CHECK(p.cells(2) == 8);
    CHECK(p.cells(1) == 0);
    CHECK(std::vector<int>(p.dropped().begin(), p.dropped().end()) == std::vector<int>{1});
    CHECK(p.blocks().size() == 3);
    CHECK(p.blocks(3).front() == block{3, 1, 2, 3, 4});
    CHECK(p.blocks(1).empty());
    CHECK(p.owner(0, 1) == 2);
    CHECK(p.owner(0, 2) == 0);
    CHECK(p.owner(3, 5) == 3);
    CHECK_THROWS_AS(p.owner(4, 0), error);
    CHECK_THROWS_AS(p.owner(0, -1), error);
    CHECK_THROWS_AS(p.blocks(4), error);
}

TEST_CASE("rectangles that do not cover the grid once are refused") {
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 4, 3}}), Catch::Contains("12 of 24"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 4, 4}, {1, 0, 3, 4, 3}}), Catch::Contains("overlaps"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 3, 6}, {1, 2, 0, 2, 6}}), Catch::Contains("overlaps"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 4, 3}, {1, 0, 3, 4, 4}}), Catch::Contains("not inside the grid"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 4, 6}, {1, 0, 0, 0, 6}}), Catch::Contains("empty"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 4, 3}, {0, 0, 3, 4, 3}}), Catch::Contains("twice"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, 4, 3}, {2, 0, 3, 4, 3}}), Catch::Contains("processor 2"));
    CHECK_THROWS_WITH(rectangles(2, {{0, INT64_MAX, 0, 1, 1}}), Catch::Contains("not inside the grid"));
    CHECK_THROWS_WITH(rectangles(2, {{0, 0, 0, INT64_MAX, 1}}), Catch::Contains("not inside the grid"));
    CHECK_THROWS_AS(rectangles(0, {}), error);
}

TEST_CASE("one cell moved makes any random cover invalid") {
    testing::source random(11);
    for (int i = 0; i < 300; ++i) {
        const partition p = testing::random_rectangles(random, testing::random_grid(random, 12), 9);
        std::vector<block> blocks(p.blocks().begin(), p.blocks().end());
        block& b = blocks[static_cast<std::size_t>(random.integer(0, std::ssize(blocks) - 1))];
        const std::int64_t change = random.integer(0, 1) == 0 ? 1 : -1;
        (random.integer(0, 1) == 0 ? b.rows : b.cols) += change;
        CHECK_THROWS_AS(partition::from_rectangles(p.domain(), p.processors(), blocks), error);
    }
}

TEST_CASE("ranges become at most three rectangles each") {
    const partition p = partition::from_ranges(g, 3, {{1, 0, 3}, {2, 3, 17}, {0, 20, 4}});
    CHECK_FALSE(p.is_rectangular());
    CHECK(p.kind() == layout::ranges);
    CHECK(p.ranges().size() == 3);
    const auto middle = p.blocks(2);
    REQUIRE(middle.size() == 3);
    CHECK(middle[0] == block{2, 0, 3, 1, 3});
    CHECK(middle[1] == block{2, 1, 0, 2, 6});
    CHECK(middle[2] == block{2, 3, 0, 1, 2});
    CHECK(p.owner(0, 2) == 1);
    CHECK(p.owner(0, 3) == 2);
    CHECK(p.owner(3, 2) == 0);
    CHECK(p.cells(2) == 17);
}

TEST_CASE("ranges with gaps, overlaps or a wrong end are refused") {
    CHECK_THROWS_AS(partition::from_ranges(g, 2, {{0, 0, 3}, {1, 4, 20}}), error);
    CHECK_THROWS_AS(partition::from_ranges(g, 2, {{0, 0, 3}, {1, 2, 22}}), error);
    CHECK_THROWS_AS(partition::from_ranges(g, 2, {{0, 0, 3}, {1, 3, 20}}), error);
    CHECK_THROWS_AS(partition::from_ranges(g, 2, {{0, 0, 3}, {1, 3, INT64_MAX}}), error);
    CHECK_THROWS_AS(partition::from_ranges(g, 2, {{0, 0, 0}, {1, 0, 24}}), error);
    CHECK_THROWS_AS(partition::from_ranges(g, 2, {{0, 0, 3}, {0, 3, 21}}), error);
}

TEST_CASE("the blocks, the owner of a cell and the owner list agree") {
    testing::source random(12);
    for (int i = 0; i < 200; ++i) {
        const grid domain = testing::random_grid(random, 9);
        const partition p =
            i % 2 == 0 ? testing::random_rectangles(random, domain, 8) : testing::random_ranges(random, domain, 8);
        const std::vector<std::int32_t> owners = p.owners();
        std::vector<std::int64_t> cells(static_cast<std::size_t>(p.processors()));
        for (std::int64_t cell = 0; cell < domain.cells(); ++cell) {
            const int owner = owners[static_cast<std::size_t>(cell)];
            ++cells[static_cast<std::size_t>(owner)];
            CHECK(p.owner(cell / domain.cols(), cell % domain.cols()) == owner);
        }
        for (int processor = 0; processor < p.processors(); ++processor)
            CHECK(p.cells(processor) == cells[static_cast<std::size_t>(processor)]);
        CHECK(partition::from_owners(domain, p.processors(), owners).owners() == owners);
    }
}

TEST_CASE("owner lists are checked") {
    CHECK_THROWS_WITH(partition::from_owners(g, 2, std::vector<std::int32_t>(23, 0)), Catch::Contains("23 owners"));
    CHECK_THROWS_WITH(partition::from_owners(g, 2, std::vector<std::int32_t>(24, 2)), Catch::Contains("processor 2"));
    CHECK_THROWS_WITH(partition::from_rectangles(grid(100000, 100000), 1, {{0, 0, 0, 100000, 100000}}).owners(),
                      Catch::Contains("10000000000 cells"));
}

TEST_CASE("other edges leave the owners alone") {
    const partition p = rectangles(1, {{0, 0, 0, 4, 6}});
    CHECK(p.with_periodic(periodic::none).domain().axes() == periodic::none);
    CHECK(p.with_periodic(periodic::none).with_periodic(periodic::both) == p);
}

}  // namespace partition_test
