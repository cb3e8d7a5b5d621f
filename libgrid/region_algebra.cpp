#include "libgrid/region_algebra.hpp"

#include <algorithm>

namespace banyan::grid {

region intersection(const region& a, const region& b) {
    const std::int64_t row = std::max(a.row, b.row);
    const std::int64_t col = std::max(a.col, b.col);
    const std::int64_t rows = std::min(a.row + a.rows, b.row + b.rows) - row;
    const std::int64_t cols = std::min(a.col + a.cols, b.col + b.cols) - col;
    if (rows <= 0 || cols <= 0) return {};
    return {row, col, rows, cols};
}

std::vector<region> difference(const region& a, const region& b) {
    const region common = intersection(a, b);
    if (common.empty()) return {a};
    const std::int64_t bottom = common.row + common.rows;
    const std::int64_t right = common.col + common.cols;
    std::vector<region> rest{
        {a.row, a.col, common.row - a.row, a.cols},
        {common.row, a.col, common.rows, common.col - a.col},
        {common.row, right, common.rows, a.col + a.cols - right},
        {bottom, a.col, a.row + a.rows - bottom, a.cols},
    };
    std::erase_if(rest, [](const region& r) { return r.empty(); });
    return rest;
}

std::vector<region> difference(const region& a, const std::vector<region>& others) {
    std::vector<region> rest{a};
    for (const region& other : others) {
        std::vector<region> next;
        for (const region& part : rest) {
            for (const region& r : difference(part, other))
                next.push_back(r);
        }
        rest = std::move(next);
    }
    return rest;
}

}  // namespace banyan::grid
