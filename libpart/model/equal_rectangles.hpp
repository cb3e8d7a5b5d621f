// Cells with equal labels, gathered into rectangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace banyan::part {

/// Cells of one label: rows x cols of them, top left at (row, col).
struct labelled_rectangle {
    int label;
    std::int64_t row;
    std::int64_t col;
    std::int64_t rows;
    std::int64_t cols;
};

/// Joins runs of cells in rows: a run becomes part of the rectangle that ends in the row above it where that has its
/// label and columns. Not the fewest rectangles possible, but the same ones for the same cells in any surroundings.
class run_joiner {
  public:
    /// cols cells from (row, col) on; by row, then column, without overlap.
    void add(int label, std::int64_t row, std::int64_t col, std::int64_t cols) {
        if (row != row_) start(row);
        while (next_ < above_.size() && found_[above_[next_]].col < col)
            ++next_;
        if (next_ < above_.size() && continues(found_[above_[next_]], label, col, cols)) {
            ++found_[above_[next_]].rows;
            here_.push_back(above_[next_]);
        } else {
            here_.push_back(found_.size());
            found_.push_back({label, row, col, 1, cols});
        }
    }

    /// By row, then column, of the top left cell.
    std::vector<labelled_rectangle> take() { return std::move(found_); }

  private:
    static bool continues(const labelled_rectangle& r, int label, std::int64_t col, std::int64_t cols) {
        return r.label == label && r.col == col && r.cols == cols;
    }
    void start(std::int64_t row) {
        above_ = std::exchange(here_, {});
        if (row != row_ + 1) above_.clear();
        row_ = row;
        next_ = 0;
    }

    std::vector<labelled_rectangle> found_;
    std::vector<std::size_t> above_;  // rectangles that reach down to the row above, by column
    std::vector<std::size_t> here_;   // to this row
    std::int64_t row_ = -1;
    std::size_t next_ = 0;  // in above_
};

/// The stretches of equal labels among label(0) .. label(count - 1): visit(label, first, count).
template <class Label, class Visit>
void each_run(std::int64_t count, Label label, Visit visit) {
    for (std::int64_t at = 0; at < count;) {
        const int first = label(at);
        std::int64_t end = at + 1;
        while (end < count && label(end) == first)
            ++end;
        visit(first, at, end - at);
        at = end;
    }
}

/// Covers the cells of [0, rows) x [0, cols) with rectangles of one label(row, col) each, without overlap: the
/// stretches of every row, joined. By row, then column, of the top left cell. O(cells).
template <class Label>
std::vector<labelled_rectangle> equal_rectangles(std::int64_t rows, std::int64_t cols, Label label) {
    run_joiner joiner;
    for (std::int64_t row = 0; row < rows; ++row)
        each_run(
            cols, [&](std::int64_t col) { return label(row, col); },
            [&](int found, std::int64_t col, std::int64_t count) { joiner.add(found, row, col, count); });
    return joiner.take();
}

}  // namespace banyan::part
