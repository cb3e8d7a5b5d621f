// The number of cells that change their owner, and the fewest that must.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "banyan/part/error.hpp"
#include "banyan/part/repartition.hpp"

namespace banyan::part {
namespace {

/// The length of the common part of two intervals given by first and length.
std::int64_t common(std::int64_t a, std::int64_t a_length, std::int64_t b, std::int64_t b_length) {
    return std::max<std::int64_t>(0, std::min(a + a_length, b + b_length) - std::max(a, b));
}

std::int64_t kept_of_rectangles(const partition& from, const partition& to) {
    std::int64_t kept = 0;
    for (const block& a : from.blocks())
        for (const block& b : to.blocks(a.processor))
            kept += common(a.row, a.rows, b.row, b.rows) * common(a.col, a.cols, b.col, b.cols);
    return kept;
}

std::int64_t kept_of_ranges(const partition& from, const partition& to) {
    std::vector<cell_range> of_processor(static_cast<std::size_t>(from.processors()), cell_range{-1, 0, 0});
    for (const cell_range& range : to.ranges())
        of_processor[static_cast<std::size_t>(range.processor)] = range;
    std::int64_t kept = 0;
    for (const cell_range& a : from.ranges()) {
        const cell_range& b = of_processor[static_cast<std::size_t>(a.processor)];
        kept += common(a.first, a.count, b.first, b.count);
    }
    return kept;
}

std::int64_t kept_of_owners(const partition& from, const partition& to) {
    const auto a = from.owners();
    const auto b = to.owners();
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        kept += a[i] == b[i];
    return kept;
}

}  // namespace

std::int64_t moved_cells(const partition& from, const partition& to) {
    const grid& a = from.domain();
    const grid& b = to.domain();
    if (a.rows() != b.rows() || a.cols() != b.cols())
        throw error(fmt::format("moved cells: the partitions have different grids: {} x {} and {} x {}", a.rows(),
                                a.cols(), b.rows(), b.cols()));
    if (from.processors() != to.processors())
        throw error(fmt::format("moved cells: the partitions have different numbers of processors: {} and {}",
                                from.processors(), to.processors()));
    if (from.kind() == layout::rectangles && to.kind() == layout::rectangles)
        return a.cells() - kept_of_rectangles(from, to);
    if (from.kind() == layout::ranges && to.kind() == layout::ranges) return a.cells() - kept_of_ranges(from, to);
    return a.cells() - kept_of_owners(from, to);
}

double least_moved_share(const partition& from, const speeds& now) {
    if (from.processors() != now.size())
        throw error(
            fmt::format("speeds: {} given for the {} processors of the partition", now.size(), from.processors()));
    double sum = 0;
    for (int i = 0; i < now.size(); ++i)
        sum += std::abs(static_cast<double>(from.cells(i)) / static_cast<double>(from.domain().cells()) - now.share(i));
    return sum / 2;
}

}  // namespace banyan::part
