#include "libpart/geometry/triangle_raster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace banyan::part {
namespace {

/// The first cell whose centre is not before the coordinate, in 0 .. size.
std::int64_t first_centre(double coordinate, std::int64_t size) {
    return static_cast<std::int64_t>(std::clamp(std::ceil(coordinate - 0.5), 0.0, static_cast<double>(size)));
}

/// The x at which the side has the height y. Both triangles that share the side get the same number.
double crossing(plane_point a, plane_point b, double y) {
    if (b.y < a.y) std::swap(a, b);
    return a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
}

}  // namespace

void rasterize(const grid& domain, const std::array<plane_point, 3>& triangle, std::int32_t value,
               std::vector<std::int32_t>& cells) {
    const auto [top, bottom] = std::ranges::minmax(triangle, {}, &plane_point::y);
    for (std::int64_t row = first_centre(top.y, domain.rows()); row < first_centre(bottom.y, domain.rows()); ++row) {
        const double y = static_cast<double>(row) + 0.5;
        double left = std::numeric_limits<double>::infinity();
        double right = -left;
        for (std::size_t i = 0; i < 3; ++i) {
            const plane_point& a = triangle[i];
            const plane_point& b = triangle[(i + 1) % 3];
            if ((a.y <= y) == (b.y <= y)) continue;
            const double x = crossing(a, b, y);
            left = std::min(left, x);
            right = std::max(right, x);
        }
        const auto line = cells.begin() + row * domain.cols();
        const std::int64_t first = first_centre(left, domain.cols());
        std::fill_n(line + first, std::max<std::int64_t>(0, first_centre(right, domain.cols()) - first), value);
    }
}

}  // namespace banyan::part
