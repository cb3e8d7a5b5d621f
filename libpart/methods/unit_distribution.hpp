// Units of the grid (cells, rows, columns, blocks) assigned to owners by a list that is repeated to the end of the
// grid.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// The size of a unit in cells. Units at the last row and column are smaller if it does not divide the grid.
struct unit_size {
    std::int64_t rows;
    std::int64_t cols;
};

/// Unit u, counted row-major over the lattice of units, belongs to owners[u mod owners.size()]. `owners` is a list of
/// all units or a pattern that is repeated.
struct unit_distribution {
    unit_size unit;
    std::vector<std::int32_t> owners;  ///< processors, at least one
    std::int64_t table_bytes;          ///< bytes that a task keeps to find an owner, as the paper counts them
};

inline std::int64_t units_down(const grid& domain, const unit_size& unit) {
    return (domain.rows() + unit.rows - 1) / unit.rows;
}

inline std::int64_t units_across(const grid& domain, const unit_size& unit) {
    return (domain.cols() + unit.cols - 1) / unit.cols;
}

inline std::int64_t units(const grid& domain, const unit_size& unit) {
    return units_down(domain, unit) * units_across(domain, unit);
}

/// The owner of a cell of the grid, by arithmetic in O(1).
inline std::int32_t owner_in(const unit_distribution& distribution, const grid& domain, std::int64_t row,
                             std::int64_t col) {
    const std::int64_t unit =
        row / distribution.unit.rows * units_across(domain, distribution.unit) + col / distribution.unit.cols;
    return distribution.owners[static_cast<std::size_t>(unit % std::ssize(distribution.owners))];
}

/// The partition with the owner of every cell. Throws error for more than max_listed_cells cells.
partition expanded(const unit_distribution& distribution, const grid& domain, int processors);

}  // namespace banyan::part
