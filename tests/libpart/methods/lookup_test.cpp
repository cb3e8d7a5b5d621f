#include "banyan/part/lookup.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace lookup_test {

using namespace banyan::part;
namespace testing = banyan::testing;

TEST_CASE("the fast lookup finds the owner of every cell") {
    testing::source random(31);
    for (int i = 0; i < 100; ++i) {
        const grid domain = testing::random_grid(random, 30);
        const partition p =
            i % 2 == 0 ? testing::random_rectangles(random, domain, 30) : testing::random_ranges(random, domain, 30);
        const owner_lookup fast(p);
        const std::vector<std::int32_t> owners = p.owners();
        for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
            REQUIRE(fast(cell / domain.cols(), cell % domain.cols()) == owners[static_cast<std::size_t>(cell)]);
        CHECK_THROWS_AS(fast(domain.rows(), 0), error);
        CHECK_THROWS_AS(fast(0, -1), error);
    }
}

TEST_CASE("a lookup outlives the partition it was made from") {
    const auto make = [] { return owner_lookup(make_partition("brbd", {50, 50}, speeds{3, 2, 1})); };
    const owner_lookup kept = make();
    CHECK(kept(0, 0) == 0);
}

TEST_CASE("scattered units need a list of the units only, whatever number of cells they have") {
    const speeds s{2, 1};
    const std::int64_t side = 1'000'000;
    const owner_lookup wide("scatter_row", {side, side}, s);
    const partition narrow = make_partition("scatter_row", {side, 2}, s);  // with the same rows as units
    for (std::int64_t row = 0; row < side; row += 999)
        for (std::int64_t col : {std::int64_t{0}, side - 1})
            REQUIRE(wide(row, col) == narrow.owner(row, 0));
    CHECK(wide.table_bytes() == side);
    const owner_lookup high("scatter_column", {grid::max_side, side}, s);
    CHECK(high(0, 17) == high(grid::max_side - 1, 17));
    const owner_lookup blocks("scatter_block", {side, side}, s, {.block_side = 1000});
    CHECK(blocks(999, 999) == blocks(0, 0));
    CHECK(blocks.table_bytes() == side);
    CHECK_THROWS_WITH(owner_lookup("scatter", {side, side}, s),
                      Catch::Contains("1000000000000 units of 1 x 1 cells, allowed: at most 268435456 units"));
    CHECK_THROWS_WITH(make_partition("scatter_row", {side, side}, s), Catch::Contains("allowed: at most 268435456"));
}

TEST_CASE("tables have the sizes of the paper") {
    const grid g(40, 60);
    const speeds s{4, 4, 3, 3, 3, 2, 2, 1, 1};
    CHECK(lookup_table_bytes(make_partition("contiguous_row", g, s)) == 4 * 9);
    CHECK(lookup_table_bytes(make_partition("contiguous_column", g, s)) == 4 * 9);
    CHECK(lookup_table_bytes(make_partition("contiguous_point", g, s)) == 4 * 9);
    CHECK(lookup_table_bytes(make_partition("brbd", g, s)) == 16 * 9);
    const partition scattered = partition::from_owners(g, 9, make_partition("brbd", g, s).owners());
    CHECK(lookup_table_bytes(scattered) == 40 * 60);
    CHECK(lookup_table_bytes(partition::from_owners(g, 300, scattered.owners())) == 2 * 40 * 60);
    CHECK(owner_lookup(scattered)(39, 59) == scattered.owner(39, 59));
}

}  // namespace lookup_test
