#include "banyan/part/tiles.hpp"

#include <algorithm>
#include <tuple>

#include "libpart/part/equal_rectangles.hpp"

namespace banyan::part {
namespace {

std::vector<block> tiles_of_cells(const partition& parts) {
    const std::vector<std::int32_t> owners = parts.owners();
    const grid& g = parts.domain();
    const auto owner = [&](std::int64_t row, std::int64_t col) {
        return owners[static_cast<std::size_t>(row * g.cols() + col)];
    };
    std::vector<block> result;
    for (const labelled_rectangle& r : equal_rectangles(g.rows(), g.cols(), owner))
        result.push_back({r.label, r.row, r.col, r.rows, r.cols});
    return result;
}

}  // namespace

std::vector<block> tiles(const partition& parts) {
    std::vector<block> result = parts.kind() == layout::cells
                                    ? tiles_of_cells(parts)
                                    : std::vector<block>(parts.blocks().begin(), parts.blocks().end());
    std::ranges::sort(result, {}, [](const block& b) { return std::tuple(b.machine, b.row, b.col); });
    return result;
}

}  // namespace banyan::part
