#include "libpart/methods/unit_distribution.hpp"

#include <algorithm>

namespace banyan::part {
namespace {

using owner_list = std::vector<std::int32_t>;

/// Writes the owners of one row of cells from `out` on. Its first unit has the number `unit`.
void fill_row(const unit_distribution& distribution, std::int64_t cols, std::int64_t unit, owner_list::iterator out) {
    auto next = distribution.owners.begin() + unit % std::ssize(distribution.owners);
    for (std::int64_t col = 0; col < cols; col += distribution.unit.cols) {
        out = std::fill_n(out, std::min(distribution.unit.cols, cols - col), *next);
        if (++next == distribution.owners.end()) next = distribution.owners.begin();
    }
}

}  // namespace

partition expanded(const unit_distribution& distribution, const grid& domain, int processors) {
    check_listed(domain);
    owner_list owners(static_cast<std::size_t>(domain.cells()));
    const std::int64_t cols = domain.cols();
    for (std::int64_t row = 0; row < domain.rows(); ++row) {
        const auto out = owners.begin() + row * cols;
        if (row % distribution.unit.rows == 0)
            fill_row(distribution, cols, row / distribution.unit.rows * units_across(domain, distribution.unit), out);
        else
            std::copy_n(out - cols, cols, out);
    }
    return partition::from_owners(domain, processors, std::move(owners));
}

}  // namespace banyan::part
