#include "banyan/part/grid.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"

using namespace banyan::part;

TEST_CASE("a grid says what it was made of") {
    const grid g(3, 5, edges::open);
    CHECK(g.rows() == 3);
    CHECK(g.cols() == 5);
    CHECK(g.cells() == 15);
    CHECK_FALSE(g.torus());
    CHECK(grid(3, 5).torus());
    CHECK(grid(3, 5) != g);
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
