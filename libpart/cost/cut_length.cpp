// The measures of cost.hpp that do not depend on a network.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "banyan/part/cost.hpp"

#include <fmt/format.h>
#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

/// The number of cell sides between different owners: the 5-point stencil crosses each of them once in each direction.
std::int64_t sides_between_owners(const partition& parts, periodic axes) {
    return exact_communication(parts.with_periodic(axes), stencil::named("5")).items() / 2;
}

using point = std::pair<std::int64_t, std::int64_t>;

std::int64_t distinct_inside(std::vector<point> corners, const grid& g) {
    std::erase_if(corners, [&](const point& p) {
        return p.first <= 0 || p.first >= g.rows() || p.second <= 0 || p.second >= g.cols();
    });
    std::ranges::sort(corners);
    const auto rest = std::ranges::unique(corners);
    return static_cast<std::int64_t>(rest.begin() - corners.begin());
}

std::vector<point> corners_of_rectangles(const partition& parts) {
    std::vector<point> corners;
    for (const block& b : parts.blocks())
        for (std::int64_t row : {b.row, b.row + b.rows})
            for (std::int64_t col : {b.col, b.col + b.cols})
                corners.emplace_back(row, col);
    return corners;
}

/// A range that begins inside a row makes two corners.
std::vector<point> corners_of_runs(const partition& parts) {
    std::vector<point> corners;
    const std::int64_t cols = parts.domain().cols();
    for (const cell_range& r : parts.ranges()) {
        if (r.first % cols == 0) continue;
        corners.emplace_back(r.first / cols, r.first % cols);
        corners.emplace_back(r.first / cols + 1, r.first % cols);
    }
    return corners;
}

/// Whether a range is not connected: it crosses one row end, contains no whole row, and its two parts do not touch.
bool falls_apart(const cell_range& r, std::int64_t cols) {
    const std::int64_t end = r.first + r.count;
    const std::int64_t start_col = r.first % cols;
    const std::int64_t end_col = end % cols;
    return r.first / cols + 1 == end / cols && start_col != 0 && end_col != 0 && end_col <= start_col;
}

/// The straight segments of the boundaries between corners: the cell sides, less the points at which a boundary
/// continues straight.
std::int64_t edges_between_cells(const partition& parts) {
    const std::span<const std::int32_t> owners = parts.owner_list();
    const grid& g = parts.domain();
    std::int64_t straight = 0;
    for (std::int64_t row = 1; row < g.rows(); ++row) {
        const std::int32_t* above = owners.data() + (row - 1) * g.cols();
        const std::int32_t* below = above + g.cols();
        for (std::int64_t col = 1; col < g.cols(); ++col) {
            const bool horizontal = above[col - 1] != below[col - 1] && above[col] != below[col];
            const bool vertical = above[col - 1] != above[col] && below[col - 1] != below[col];
            const bool rows_alike = above[col - 1] == above[col] && below[col - 1] == below[col];
            const bool columns_alike = above[col - 1] == below[col - 1] && above[col] == below[col];
            straight += (horizontal && rows_alike) || (vertical && columns_alike) ? 1 : 0;
        }
    }
    return cut_length(parts) - straight;
}

double least_half_perimeter(double area, double short_side) {
    const double side = std::sqrt(area);
    return side <= short_side ? 2 * side : short_side + area / short_side;
}

}  // namespace

std::int64_t cut_length(const partition& parts) {
    return sides_between_owners(parts, periodic::none);
}

std::int64_t wrapped_cut_length(const partition& parts) {
    return sides_between_owners(parts, periodic::both);
}

std::int64_t half_perimeter(const partition& parts) {
    return cut_length(parts) + parts.domain().rows() + parts.domain().cols();
}

std::int64_t internal_edges(const partition& parts) {
    const grid& g = parts.domain();
    const auto kept = parts.processors() - static_cast<std::int64_t>(parts.dropped().size());
    switch (parts.kind()) {
        case layout::rectangles:
            return distinct_inside(corners_of_rectangles(parts), g) + kept - 1;
        case layout::ranges: {
            const auto apart =
                std::ranges::count_if(parts.ranges(), [&](const cell_range& r) { return falls_apart(r, g.cols()); });
            return distinct_inside(corners_of_runs(parts), g) + kept + apart - 1;
        }
        case layout::cells:
            break;
    }
    return edges_between_cells(parts);
}

double half_perimeter_lower_bound(const partition& parts, const speeds& processors) {
    std::vector<double> kept;
    for (int processor : processors.descending())
        if (parts.cells(processor) > 0) kept.push_back(processors[processor]);
    double total = 0;
    for (double speed : kept)
        total += speed;
    const grid& g = parts.domain();
    const auto cells = static_cast<double>(g.cells());
    const auto short_side = static_cast<double>(std::min(g.rows(), g.cols()));
    double sum = 0;
    for (double speed : kept)
        sum += least_half_perimeter(cells * (speed / total), short_side);
    return sum;
}

double half_perimeter_gap(const partition& parts, const speeds& processors) {
    return static_cast<double>(half_perimeter(parts)) / half_perimeter_lower_bound(parts, processors);
}

double max_time_ratio(const partition& parts, const speeds& processors) {
    if (parts.processors() != processors.size())
        throw error("max_time_ratio: partition and speeds have different numbers of processors");
    double longest = 0;
    for (int processor = 0; processor < processors.size(); ++processor)
        longest = std::max(longest, static_cast<double>(parts.cells(processor)) / processors.share(processor));
    return longest / static_cast<double>(parts.domain().cells());
}

double max_time_ratio(std::span<const double> work, const speeds& processors) {
    if (std::ssize(work) != processors.size())
        throw error("max_time_ratio: work and speeds have different numbers of processors");
    double longest = 0;
    double all = 0;
    for (int processor = 0; processor < processors.size(); ++processor) {
        const double own = work[static_cast<std::size_t>(processor)];
        if (!std::isfinite(own) || own < 0)
            throw error(
                fmt::format("max_time_ratio: work {} of processor {}, allowed: finite numbers from 0", own, processor));
        longest = std::max(longest, own / processors[processor]);
        all += own;
    }
    if (all == 0) throw error("max_time_ratio: no work at all");
    return longest / (all / processors.total());
}

}  // namespace banyan::part
