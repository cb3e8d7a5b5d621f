// Delaunay triangles that are smaller where the work is denser (nCUBE 2 Programmer's Guide, Figure 1-38), made by
// Boost.Polygon. The points are the centres of many blocks of equal work, which `bands` makes, and the projections of
// the outer centres to the edges. A cell belongs to the triangle that contains its centre. There are about 40 triangles
// per processor (more for a slow one, fewer on small grids), which are assigned in connected groups in proportion to
// speed. If there are fewer triangles with cells than processors, or the balance is poor, the number of points is
// doubled, up to one per cell.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "libpart/geometry/connected_components.hpp"
#include "libpart/geometry/triangulation.hpp"
#include "libpart/methods/method_helpers.hpp"

namespace banyan::part {
namespace {

/// The number of points, which is half that of the triangles: 20 per processor, up to 100 if the slowest then has eight
/// triangles, and at most one per four cells.
std::int64_t number_of_points(const grid& domain, processor_list processors) {
    const auto p = static_cast<double>(processors.size());
    const double wanted = 8 * sum_of(weights_of(processors)) / processors.back().weight;
    const double points = std::clamp(wanted, 20 * p, 100 * p);
    return std::max<std::int64_t>(1, std::min(static_cast<std::int64_t>(points), domain.cells() / 4));
}

std::vector<lattice_point> points_where_work_is(const grid& domain, std::int64_t count, const work_map& map) {
    const auto rows = static_cast<std::int32_t>(domain.rows());
    const auto cols = static_cast<std::int32_t>(domain.cols());
    std::vector<lattice_point> points{{0, 0}, {cols, 0}, {0, rows}, {cols, rows}};
    if (count == domain.cells()) {  // every corner of a cell is a point, so each cell is a component
        for (std::int32_t y = 0; y <= rows; ++y)
            for (std::int32_t x = 0; x <= cols; ++x)
                points.push_back({x, y});
        return points;
    }
    const std::vector<weighted_processor> equal(static_cast<std::size_t>(count), {0, 1.0});
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

/// The owners as indices in the list of processors, and the largest work / weight divided by that of perfect balance.
struct assignment {
    std::vector<std::int32_t> owners;
    double balance = std::numeric_limits<double>::infinity();
};

/// Assigns the triangles of this many points. The balance is infinite if there are fewer triangles than processors.
assignment shared_triangles(const grid& domain, processor_list processors, std::int64_t points, const work_map& map) {
    assignment result;
    std::vector<std::int32_t> triangle_of(static_cast<std::size_t>(domain.cells()));
    std::int32_t number = 0;
    for (const auto& triangle : delaunay(points_where_work_is(domain, points, map)))
        rasterize(domain, triangle, number++, triangle_of);
    const component_list components = connected_components(domain, triangle_of, map);
    if (std::ssize(components.work) < std::ssize(processors)) return result;
    const std::vector<std::int32_t> groups = grouped(components, processors);

    std::vector<double> work(processors.size());
    for (std::size_t component = 0; component < groups.size(); ++component)
        work[static_cast<std::size_t>(groups[component])] += components.work[component];
    const double ideal = sum_of(work) / sum_of(weights_of(processors));
    result.balance = 1;
    for (std::size_t i = 0; i < work.size(); ++i)
        if (ideal > 0) result.balance = std::max(result.balance, work[i] / processors[i].weight / ideal);
    for (std::int32_t component : components.of_cell)
        result.owners.push_back(groups[static_cast<std::size_t>(component)]);
    return result;
}

}  // namespace

partition triangulated(const grid& domain, processor_list processors, int all, const partition_options& options) {
    check_listed(domain);
    constexpr double good_balance = 1.02;
    constexpr int most_doublings = 3;  // for the balance; there is no limit until every processor has a cell
    const work_map map(domain, options.density);
    assignment best;
    std::int64_t points = number_of_points(domain, processors);
    for (int i = 0; best.owners.empty() || (best.balance > good_balance && i <= most_doublings); ++i) {
        assignment next = shared_triangles(domain, processors, points, map);
        if (next.balance < best.balance) best = std::move(next);
        if (points == domain.cells()) break;
        points = std::min(2 * points, domain.cells());
    }
    for (std::int32_t& owner : best.owners)
        owner = processors[static_cast<std::size_t>(owner)].processor;
    return partition::from_owners(domain, all, std::move(best.owners));
}

}  // namespace banyan::part
