// The tiles of a partition that is an owner list.
#include <algorithm>
#include <tuple>

#include "libpart/model/equal_rectangles.hpp"
#include "libpart/model/partition_lists.hpp"

namespace banyan::part {
namespace {

std::vector<block> found_tiles(const grid& domain, std::span<const std::int32_t> owners) {
    const auto owner = [&](std::int64_t row, std::int64_t col) {
        return owners[static_cast<std::size_t>(row * domain.cols() + col)];
    };
    std::vector<block> result;
    for (const labelled_rectangle& r : equal_rectangles(domain.rows(), domain.cols(), owner))
        result.push_back({r.label, r.row, r.col, r.rows, r.cols});
    std::ranges::sort(result, {}, [](const block& b) { return std::tuple(b.processor, b.row, b.col); });
    return result;
}

}  // namespace

std::span<const block> partition::lists::tiles_of_cells(const grid& domain) const {
    std::call_once(tiled_, [&] { tiles_ = found_tiles(domain, owners); });
    return tiles_;
}

}  // namespace banyan::part
