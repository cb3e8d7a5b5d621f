// Delaunay triangles over points of whole coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libpart/geometry/triangle_raster.hpp"

namespace banyan::part {

/// A corner of cells: 0 .. cols, 0 .. rows.
struct lattice_point {
    std::int32_t x;
    std::int32_t y;
    friend auto operator<=>(const lattice_point&, const lattice_point&) = default;
};

/// The triangles of the points, which are taken once each: they cover the convex hull without overlap, and no point
/// lies within the circle around a triangle. Four points on one circle are joined in either way. Boost.Polygon finds
/// the Voronoi diagram, whose dual this is. O(n log n).
std::vector<std::array<plane_point, 3>> delaunay(std::vector<lattice_point> points);

}  // namespace banyan::part
