#include "libpart/model/owner_index.hpp"

#include <fmt/format.h>

#include "banyan/part/error.hpp"

namespace banyan::part {

void check_cell(const grid& domain, std::int64_t row, std::int64_t col) {
    if (row < 0 || row >= domain.rows() || col < 0 || col >= domain.cols())
        throw error(fmt::format("lookup: cell ({}, {}) is outside the grid of {} x {}", row, col, domain.rows(),
                                domain.cols()));
}

owner_index::owner_index(const partition& parts) : parts_(parts) {
    if (parts_.kind() == layout::rectangles) index_.emplace(parts_.blocks());
}

int owner_index::operator()(std::int64_t row, std::int64_t col) const {
    check_cell(parts_.domain(), row, col);
    if (!index_) return parts_.owner(row, col);
    int owner = -1;
    index_->each_meeting(row, col, 1, 1, [&](std::size_t found) { owner = parts_.blocks()[found].processor; });
    return owner;
}

}  // namespace banyan::part
