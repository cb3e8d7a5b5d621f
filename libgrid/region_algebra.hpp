// Rectangles of cells: intersection, difference, shift. Pure.
#pragma once

#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// The common cells of both; empty if there are none.
region intersection(const region& a, const region& b);

/// The cells of `a` that are not in `b`, as up to four regions: above, left, right, below.
std::vector<region> difference(const region& a, const region& b);

/// The cells of `a` that are in none of `others`.
std::vector<region> difference(const region& a, const std::vector<region>& others);

inline region region_of(const part::block& b) {
    return {b.row, b.col, b.rows, b.cols};
}

inline region shifted(region a, std::int64_t rows, std::int64_t cols) {
    a.row += rows;
    a.col += cols;
    return a;
}

}  // namespace banyan::grid
