#include "banyan/part/grid.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"

namespace grid_test {

using namespace banyan::part;

TEST_CASE("a grid returns its sides and axes") {
    const grid g(3, 5, periodic::none);
    CHECK(g.rows() == 3);
    CHECK(g.cols() == 5);
    CHECK(g.cells() == 15);
    CHECK(g.axes() == periodic::none);
    CHECK(grid(3, 5).axes() == periodic::both);
    CHECK(grid(3, 5) != g);
}

TEST_CASE("each axis of a grid is periodic or not") {
    const grid rows(3, 5, periodic::rows);
    CHECK(rows.periodic_rows());
    CHECK_FALSE(rows.periodic_cols());
    const grid columns(3, 5, periodic::columns);
    CHECK_FALSE(columns.periodic_rows());
    CHECK(columns.periodic_cols());
    CHECK((grid(3, 5).periodic_rows() && grid(3, 5).periodic_cols()));
    CHECK_FALSE((grid(3, 5, periodic::none).periodic_rows() || grid(3, 5, periodic::none).periodic_cols()));
    CHECK(rows != columns);
}

TEST_CASE("the largest grid counts its cells without overflow") {
    CHECK(grid(grid::max_side, grid::max_side).cells() == grid::max_side * grid::max_side);
    CHECK(grid(grid::max_side, grid::max_side).cells() > 0);
}

TEST_CASE("a grid refuses sides out of range and names them") {
    CHECK_THROWS_WITH(grid(0, 5), Catch::Contains("rows = 0") && Catch::Contains("1 to 2147483647"));
    CHECK_THROWS_WITH(grid(5, -1), Catch::Contains("columns = -1"));
    CHECK_THROWS_AS(grid(grid::max_side + 1, 1), error);
    CHECK_THROWS_AS(grid(INT64_MAX, INT64_MAX), error);
}

}  // namespace grid_test
