// Delaunay triangles, smaller where the work is denser (nCUBE 2 Programmer's Guide, Figure 1-38); Boost.Polygon does
// the triangulation. The points are the middles of many blocks of equal work, as `bands` cuts them, and what these
// middles are on the outer edges. A cell goes to the triangle that holds its centre. There are about 40 triangles per
// machine (more for a slow one, fewer on small grids), shared out in connected groups in proportion to speed.
#include <algorithm>
#include <cstdint>

#include "libpart/part/methods/bands.hpp"
#include "libpart/part/methods/dealing_methods.hpp"
#include "libpart/part/patches.hpp"
#include "libpart/part/triangulation.hpp"

namespace banyan::part {
namespace {

/// Half as many as triangles: 20 a machine, up to 100 where that gives the slowest eight, not above one per four cells.
std::int64_t number_of_points(const grid& domain, machine_list machines) {
    const auto p = static_cast<double>(machines.size());
    const double wanted = 8 * sum_of(weights_of(machines)) / machines.back().weight;
    const double points = std::clamp(wanted, 20 * p, 100 * p);
    return std::max<std::int64_t>(1, std::min(static_cast<std::int64_t>(points), domain.cells() / 4));
}

std::vector<lattice_point> points_where_work_is(const grid& domain, std::int64_t count, const work_map& map) {
    const auto rows = static_cast<std::int32_t>(domain.rows());
    const auto cols = static_cast<std::int32_t>(domain.cols());
    std::vector<lattice_point> points{{0, 0}, {cols, 0}, {0, rows}, {cols, rows}};
    const std::vector<weighted_machine> equal(static_cast<std::size_t>(count), {0, 1.0});
    for (const block& b : band_blocks(domain, equal, map)) {
        const auto x = static_cast<std::int32_t>(b.col + b.cols / 2);
        const auto y = static_cast<std::int32_t>(b.row + b.rows / 2);
        points.push_back({x, y});
        if (b.row == 0) points.push_back({x, 0});
        if (b.row + b.rows == rows) points.push_back({x, rows});
        if (b.col == 0) points.push_back({0, y});
        if (b.col + b.cols == cols) points.push_back({cols, y});
    }
    return points;
}

}  // namespace

partition triangulated(const grid& domain, machine_list machines, int all, const partition_options& options) {
    check_listed(domain);
    const work_map map(domain, options.density);
    std::vector<std::int32_t> cells(static_cast<std::size_t>(domain.cells()));
    std::int32_t number = 0;
    for (const auto& triangle : delaunay(points_where_work_is(domain, number_of_points(domain, machines), map)))
        paint(domain, triangle, number++, cells);

    const patches pieces = connected_patches(domain, cells, map);
    const machine_list kept = first_machines(machines, std::ssize(pieces.work));
    const std::vector<std::int32_t> groups = grouped(pieces, kept);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const auto group = static_cast<std::size_t>(groups[static_cast<std::size_t>(pieces.of_cell[cell])]);
        cells[cell] = kept[group].machine;
    }
    return partition::from_owners(domain, all, std::move(cells));
}

}  // namespace banyan::part
