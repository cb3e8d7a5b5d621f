#include "banyan/part/multilevel.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace multilevel_test {

using namespace banyan::part;

TEST_CASE("each site has the part that the outer method gives it, whatever the inner method") {
    const speeds s{4, 1, 3, 2, 2, 5, 1};
    const std::vector<site> sites{{1, 0, 2}, {3, 6}, {5, 4}};  // totals 8, 3, 7
    const grid domain(90, 120);
    const partition outer = make_partition("columns", domain, speeds{8, 3, 7});
    for (const method_info& inner : methods()) {
        INFO(inner.name);
        const partition parts = make_multilevel("columns", inner.name, domain, s, sites);
        CHECK(parts.processors() == 7);
        CHECK(parts.dropped().empty());
        for (std::size_t i = 0; i < sites.size(); ++i) {
            std::int64_t cells = 0;
            for (int processor : sites[i])
                cells += parts.cells(processor);
            CHECK(cells == outer.cells(static_cast<int>(i)));
        }
        for (std::int64_t row = 0; row < 90; row += 7)
            for (std::int64_t col = 0; col < 120; col += 7) {
                const site& members = sites[static_cast<std::size_t>(outer.owner(row, col))];
                CHECK(std::ranges::count(members, parts.owner(row, col)) == 1);
            }
    }
    CHECK(max_time_ratio(make_multilevel("columns", "columns", domain, s, sites), s) < 1.05);
}

TEST_CASE("one site, or sites of one processor, are the method alone") {
    const speeds s{3, 2, 2, 1};
    const grid domain(40, 60, periodic::none);
    const std::vector<site> one{{0, 1, 2, 3}};
    CHECK(make_multilevel("brbd", "columns", domain, s, one) == make_partition("columns", domain, s));
    const std::vector<site> each{{0}, {1}, {2}, {3}};
    CHECK(make_multilevel("brbd", "columns", domain, s, each) == make_partition("brbd", domain, s));
}

TEST_CASE("a site's part under a density is cut by the density there") {
    const work_density density = work_density::of_columns({1, 1, 1, 1, 8, 1, 1, 1, 1, 1});
    const std::vector<site> sites{{0, 1}, {2, 3}};
    const partition parts = make_multilevel("slices", "slices", {1, 10}, speeds::equal(4), sites, {.density = density});
    const std::vector<double> work = work_of_processors(parts, density);
    CHECK(work == std::vector<double>{4, 8, 2, 3});
}

TEST_CASE("in a site's part without work all cells count alike") {
    const auto left_half = [](std::int64_t, std::int64_t col) { return col < 2 ? 1.0 : 0.0; };
    std::vector<double> cells;
    for (int row = 0; row < 4; ++row)
        cells.insert(cells.end(), {1, 1, 0, 0});
    const std::vector<site> sites{{0, 1}, {2, 3}};
    for (const work_density& density :
         {work_density::of_columns({1, 1, 0, 0}), work_density::of_cells(cells), work_density::of_function(left_half)})
        for (std::string_view inner : {"slices", "bands", "triangulated"}) {
            INFO(inner << ", form " << static_cast<int>(density.kind()));
            const partition parts =
                make_multilevel("column", inner, {4, 4}, speeds::equal(4), sites, {.density = density});
            const partition even = make_partition(inner, {4, 2, periodic::none}, speeds::equal(2));
            for (std::int64_t row = 0; row < 4; ++row)
                for (std::int64_t col = 0; col < 2; ++col)
                    CHECK(parts.owner(row, 2 + col) == 2 + even.owner(row, col));
        }
    const work_density none = work_density::of_columns({0, 0, 0, 0});
    CHECK_THROWS_WITH(make_multilevel("column", "slices", {4, 4}, speeds::equal(4), sites, {.density = none}),
                      Catch::Contains("the total work is 0"));
    const work_density empty = work_density::of_function({});
    CHECK_THROWS_WITH(make_multilevel("column", "slices", {4, 4}, speeds::equal(4), sites, {.density = empty}),
                      Catch::Contains("the function is empty"));
}

TEST_CASE("sites that do not hold each processor once are refused, too many processors dropped") {
    const grid domain(2, 4);
    const speeds s{5, 1, 1};
    const auto of = [&](const std::vector<site>& sites) {
        return make_multilevel("brbd", "columns", domain, s, sites);
    };
    CHECK_THROWS_WITH(of({{0, 1}}), "sites: processor 2 belongs to no site");
    CHECK_THROWS_WITH(of({{0, 1}, {2, 1}}), "sites: processor 1 is named twice");
    CHECK_THROWS_WITH(of({{0, 1, 2}, {}}), "sites: site 1 has no processor");
    CHECK_THROWS_WITH(of({{0, 1, 3}}), "sites: site 0 has processor 3, allowed: 0 to 2");
    CHECK_THROWS_WITH(make_multilevel("scatter", "columns", domain, s, std::vector<site>{{0, 1, 2}}),
                      Catch::Contains("scatter does not make rectangles"));
    const partition narrow =
        make_multilevel("column", "column", {1, 3}, speeds{9, 1, 1}, std::vector<site>{{0}, {1, 2}});
    CHECK(std::vector<int>(narrow.dropped().begin(), narrow.dropped().end()) == std::vector<int>{2});
}

}  // namespace multilevel_test
