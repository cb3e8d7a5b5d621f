// Units of the grid (cells, rows, columns, blocks) dealt out by a list of owners that is repeated to the end.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// The size of the units that are dealt; units at the last row and column are smaller where it does not divide.
struct unit_size {
    std::int64_t rows;
    std::int64_t cols;
};

/// Unit u, counted row-major over the lattice of units, belongs to owners[u mod owners.size()]: a full list of units
/// or a pattern.
struct dealing {
    unit_size unit;
    std::vector<std::int32_t> owners;  ///< processors, at least one
    std::int64_t table_bytes;          ///< what a task keeps to find an owner, in the paper's accounting
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

/// The owner of a cell of the grid by arithmetic, O(1).
inline std::int32_t owner_in(const dealing& dealt, const grid& domain, std::int64_t row, std::int64_t col) {
    const std::int64_t unit = row / dealt.unit.rows * units_across(domain, dealt.unit) + col / dealt.unit.cols;
    return dealt.owners[static_cast<std::size_t>(unit % std::ssize(dealt.owners))];
}

/// The owner of every cell. Throws error above max_listed_cells.
partition spread(const dealing& dealt, const grid& domain, int processors);

}  // namespace banyan::part
