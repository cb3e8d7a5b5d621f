#include "libpart/geometry/triangulation.hpp"

#include <algorithm>
#include <boost/polygon/voronoi.hpp>

namespace banyan::part {
namespace {

using diagram = boost::polygon::voronoi_diagram<double>;

/// The points whose cells meet at a vertex of the diagram, in their order around it.
std::vector<std::size_t> points_around(const diagram::vertex_type& vertex) {
    std::vector<std::size_t> result;
    const diagram::edge_type* edge = vertex.incident_edge();
    do {
        result.push_back(edge->cell()->source_index());
        edge = edge->rot_next();
    } while (edge != vertex.incident_edge());
    return result;
}

plane_point as_plane(const lattice_point& p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

}  // namespace

std::vector<std::array<plane_point, 3>> delaunay(std::vector<lattice_point> points) {
    std::ranges::sort(points);
    const auto twice = std::ranges::unique(points);
    points.erase(twice.begin(), twice.end());
    std::vector<boost::polygon::point_data<std::int32_t>> sites;
    for (const lattice_point& p : points)
        sites.emplace_back(p.x, p.y);
    diagram cells;
    construct_voronoi(sites.begin(), sites.end(), &cells);

    std::vector<std::array<plane_point, 3>> triangles;
    for (const auto& vertex : cells.vertices()) {
        const std::vector<std::size_t> around = points_around(vertex);
        for (std::size_t i = 1; i + 1 < around.size(); ++i)
            triangles.push_back(
                {as_plane(points[around[0]]), as_plane(points[around[i]]), as_plane(points[around[i + 1]])});
    }
    return triangles;
}

}  // namespace banyan::part
