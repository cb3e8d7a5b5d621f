// The rectangles of a cut tree before they are rounded to whole cells, and their measures.
//
// Number is double, or in tests an exact rational type. Weights are finite doubles, which a rational type represents
// exactly, and the sums of a cut are computed in Number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// A processor's share of the grid in cell sides, top left at (row, col).
template <class Number>
struct exact_rectangle {
    int processor;
    Number row, col, rows, cols;
};

template <class Number>
using exact_rectangles = std::vector<exact_rectangle<Number>>;

namespace detail {

/// Sum of the weights of the leaves, exact if Number is.
template <class Number>
Number leaf_weights(const cut_tree& node) {
    if (node.direction == cut::none) return Number(node.weight);
    Number sum(0);
    for (const cut_tree& part : node.parts)
        sum += leaf_weights<Number>(part);
    return sum;
}

template <class Number>
void lay_out(const cut_tree& node, exact_rectangle<Number> area, exact_rectangles<Number>& out) {
    if (node.direction == cut::none) {
        area.processor = node.processor;
        out.push_back(std::move(area));
        return;
    }
    const bool side_by_side = node.direction == cut::vertical;
    const Number whole = side_by_side ? area.cols : area.rows;
    const Number start = side_by_side ? area.col : area.row;
    const Number total = leaf_weights<Number>(node);
    Number before(0);
    for (const cut_tree& part : node.parts) {
        const Number weight = leaf_weights<Number>(part);
        exact_rectangle<Number> sub = area;
        (side_by_side ? sub.col : sub.row) = Number(start + whole * before / total);
        (side_by_side ? sub.cols : sub.rows) = Number(whole * weight / total);
        lay_out(part, std::move(sub), out);
        before += weight;
    }
}

/// Numbers the distinct values 0, 1, 2, ... in ascending order. Neighbouring values count as one if they differ by at
/// most `slack` times the largest value. The values are >= 0.
template <class Number>
class places {
  public:
    places(std::vector<Number> values, const Number& slack) : values_(std::move(values)) {
        std::ranges::sort(values_);
        const Number least = slack * values_.back();
        const auto close = [&least](const Number& a, const Number& b) { return Number(b - a) <= least; };
        // Each group of close values is represented by its last one.
        std::vector<Number> last;
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (i + 1 == values_.size() || !close(values_[i], values_[i + 1])) last.push_back(values_[i]);
        values_ = std::move(last);
    }

    [[nodiscard]] std::size_t of(const Number& value) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(values_, value) - values_.begin());
    }
    [[nodiscard]] std::size_t count() const { return values_.size(); }

  private:
    std::vector<Number> values_;
};

}  // namespace detail

/// Two positions count as one if they differ by at most this fraction of the side of the grid.
constexpr double coincidence = 1e-9;

/// One rectangle per leaf, in the order of the leaves; areas in proportion to the weights. O(p x depth).
template <class Number>
exact_rectangles<Number> unrounded(const cut_tree& tree, const grid& domain) {
    exact_rectangles<Number> result;
    detail::lay_out<Number>(tree, {-1, Number(0), Number(0), Number(domain.rows()), Number(domain.cols())}, result);
    return result;
}

/// The cut length in cell sides: the sum of rows + cols of all rectangles, less those of the grid. The rectangles cover
/// the grid.
template <class Number>
Number exact_cut_length(const exact_rectangles<Number>& parts, const grid& domain) {
    Number length = -Number(domain.rows()) - Number(domain.cols());
    for (const auto& part : parts)
        length += part.rows + part.cols;
    return length;
}

/// Kaddoura's E_i = V_i + p - 1 (section 5), where V_i is the number of distinct corners inside the grid. Corners that
/// differ by at most `slack` times the sides of the grid count as one; 0 for exact numbers. The rectangles cover the
/// grid. O(p log p).
template <class Number>
std::int64_t exact_internal_edges(const exact_rectangles<Number>& parts, const Number& slack) {
    std::vector<Number> rows;
    std::vector<Number> cols;
    for (const auto& part : parts) {
        rows.insert(rows.end(), {part.row, Number(part.row + part.rows)});
        cols.insert(cols.end(), {part.col, Number(part.col + part.cols)});
    }
    const detail::places<Number> row_places(std::move(rows), slack);
    const detail::places<Number> col_places(std::move(cols), slack);
    std::vector<std::pair<std::size_t, std::size_t>> corners;
    for (const auto& part : parts)
        for (const Number& row : {part.row, Number(part.row + part.rows)})
            for (const Number& col : {part.col, Number(part.col + part.cols)})
                corners.emplace_back(row_places.of(row), col_places.of(col));
    std::ranges::sort(corners);
    corners.erase(std::ranges::unique(corners).begin(), corners.end());
    const auto inside = std::ranges::count_if(corners, [&](const auto& corner) {
        return corner.first > 0 && corner.first + 1 < row_places.count() && corner.second > 0 &&
               corner.second + 1 < col_places.count();
    });
    return inside + static_cast<std::int64_t>(parts.size()) - 1;
}

/// Cut length and internal edges of a tree in shares.
struct exact_measures {
    double cut_length = 0;
    std::int64_t internal_edges = 0;
};

/// Computed in doubles; cuts that lie within `coincidence` of each other count as aligned.
inline exact_measures measures_of(const cut_tree& tree, const grid& domain) {
    const auto parts = unrounded<double>(tree, domain);
    return {exact_cut_length(parts, domain), exact_internal_edges(parts, coincidence)};
}

}  // namespace banyan::part
