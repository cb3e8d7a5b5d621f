// Rasterizes triangles: a cell belongs to the triangle that contains its centre.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"

namespace banyan::part {

/// A point of the plane, in cell sides. Cell (row, col) is the square from (col, row) to (col + 1, row + 1).
struct plane_point {
    double x;
    double y;
};

/// Twice the area of a triangle; positive if a, b, c turn clockwise, seen with row 0 at the top.
inline double turn(const plane_point& a, const plane_point& b, const plane_point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Writes `value` to the cells whose centre is inside the triangle or on its left or upper sides. So triangles that
/// share sides leave no cell out. cells: row-major, rows * cols. The triangle is inside the grid.
void rasterize(const grid& domain, const std::array<plane_point, 3>& triangle, std::int32_t value,
               std::vector<std::int32_t>& cells);

}  // namespace banyan::part
