// Rectangles of cells: intersection, difference, shift. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// The common cells of both; empty if there are none.
region intersection(const region& a, const region& b);

/// The cells of `a` that are not in `b`, as up to four regions: above, left, right, below.
std::vector<region> difference(const region& a, const region& b);

/// The cells of `a` that are in none of `others`.
std::vector<region> difference(const region& a, const std::vector<region>& others);

/// The sum of the cells of all regions.
inline std::int64_t cells_of(std::span<const region> regions) {
    std::int64_t cells = 0;
    for (const region& r : regions)
        cells += r.cells();
    return cells;
}

inline region region_of(const part::block& b) {
    return {b.row, b.col, b.rows, b.cols};
}

inline region shifted(region a, std::int64_t rows, std::int64_t cols) {
    a.row += rows;
    a.col += cols;
    return a;
}

}  // namespace banyan::grid
