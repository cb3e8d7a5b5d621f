// The Delaunay triangulation of points with whole coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libpart/geometry/triangle_raster.hpp"

namespace banyan::part {

/// A corner of cells: x in 0 .. cols, y in 0 .. rows.
struct lattice_point {
    std::int32_t x;
    std::int32_t y;
    friend auto operator<=>(const lattice_point&, const lattice_point&) = default;
};

/// The triangles cover the convex hull of the points without overlap, and no point is inside the circle around a
/// triangle. Equal points count once. Four points on one circle are triangulated in either way. Boost.Polygon finds the
/// Voronoi diagram, of which this is the dual. O(n log n).
std::vector<std::array<plane_point, 3>> delaunay(std::vector<lattice_point> points);

}  // namespace banyan::part
