#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "banyan/part/box_methods.hpp"
#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

/// The least half surface of a box of real sides with this volume inside the grid. sides: ascending.
double least_half_surface(double volume, const std::array<double, 3>& sides) {
    if (const double edge = std::cbrt(volume); edge <= sides[0]) return 3 * edge * edge;
    const double footprint = volume / sides[0];  // the box is as wide as the grid along its shortest side
    const double edge = std::sqrt(footprint);
    const double other = edge <= sides[1] ? 2 * edge : sides[1] + footprint / sides[1];
    return footprint + sides[0] * other;
}

std::int64_t half_surface_of(const grid_3d& domain) {
    return box{0, {}, domain.sides()}.half_surface();
}

}  // namespace

std::int64_t cut_area(const box_partition& parts) {
    std::int64_t sum = -half_surface_of(parts.domain());
    for (const box& b : parts.boxes())
        sum += b.half_surface();
    return sum;
}

double cut_area_bound(const grid_3d& domain, const speeds& processors) {
    std::array<double, 3> sides{};
    std::ranges::transform(domain.sides(), sides.begin(), [](std::int64_t side) { return static_cast<double>(side); });
    std::ranges::sort(sides);
    double sum = -static_cast<double>(half_surface_of(domain));
    for (int m = 0; m < processors.size(); ++m)
        sum += least_half_surface(processors.share(m) * static_cast<double>(domain.cells()), sides);
    return std::max(0.0, sum);
}

double time_ratio(const box_partition& parts, const speeds& processors) {
    if (parts.processors() != processors.size())
        throw error(fmt::format("{} speeds for a partition for {} processors", processors.size(), parts.processors()));
    double most = 0;
    for (const box& b : parts.boxes())
        most = std::max(most, static_cast<double>(b.cells()) / processors.share(b.processor));
    return most / static_cast<double>(parts.domain().cells());
}

}  // namespace banyan::part
