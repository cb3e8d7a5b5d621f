// Rectangles of cells with equal labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace banyan::part {

/// rows x cols cells with the same label; (row, col) is the top left one.
struct labelled_rectangle {
    int label;
    std::int64_t row;
    std::int64_t col;
    std::int64_t rows;
    std::int64_t cols;
};

/// Joins ranges of equal cells in rows to rectangles. A range extends the rectangle that ends in the row above if
/// label, first column and number of columns are equal. The rectangles are not the fewest possible, but they depend
/// only on the cells that they cover, not on the cells around.
class run_joiner {
  public:
    /// Adds a range of `cols` cells that starts at (row, col). The ranges come by row, then column, and do not overlap.
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
    std::vector<std::size_t> above_;  // rectangles that end in the row above, by column
    std::vector<std::size_t> here_;   // rectangles that end in this row
    std::int64_t row_ = -1;
    std::size_t next_ = 0;  // the next candidate in above_
};

/// Calls visit(label, first, count) for each range of equal labels among label(0) .. label(count - 1).
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

/// Covers the cells [0, rows) x [0, cols) with rectangles that do not overlap, each of one label(row, col): the ranges
/// of every row, joined. Sorted by row, then column, of the top left cell. O(cells).
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
