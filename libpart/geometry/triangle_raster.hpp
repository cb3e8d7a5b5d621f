// Triangles to cells: each cell goes to the triangle that holds its centre.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"

namespace banyan::part {

/// A point of the plane in cell sides: cell (row, col) is the square from (col, row) to (col + 1, row + 1).
struct plane_point {
    double x;
    double y;
};

/// Twice the area of a triangle, positive when a, b, c turn clockwise as seen with row 0 at the top.
inline double turn(const plane_point& a, const plane_point& b, const plane_point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Writes `value` to the cells whose centre the triangle holds, its left and upper sides included: triangles that share
/// sides leave no cell between them out. cells: row-major, rows * cols; the triangle lies within the grid.
void rasterize(const grid& domain, const std::array<plane_point, 3>& triangle, std::int32_t value,
               std::vector<std::int32_t>& cells);

}  // namespace banyan::part
