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

/// Covers the cells of [0, rows) x [0, cols) whose label(row, col) is >= 0 with rectangles of one label each, without
/// overlap: the runs of every row, each joined with the run above it that has the same label and columns. By row, then
/// column, of the top left cell. O(cells); not the fewest rectangles possible, but each run as long as it can be.
template <class Label>
std::vector<labelled_rectangle> equal_rectangles(std::int64_t rows, std::int64_t cols, Label label) {
    std::vector<labelled_rectangle> found;
    std::vector<std::size_t> above;  // rectangles that reach down to the row above, by column
    std::vector<std::size_t> here;
    const auto place = [&](const labelled_rectangle& run, std::size_t& next) {
        while (next < above.size() && found[above[next]].col < run.col)
            ++next;
        const bool joins = next < above.size() && found[above[next]].col == run.col &&
                           found[above[next]].cols == run.cols && found[above[next]].label == run.label;
        if (joins) {
            ++found[above[next]].rows;
            here.push_back(above[next]);
        } else {
            here.push_back(found.size());
            found.push_back(run);
        }
    };
    for (std::int64_t row = 0; row < rows; ++row) {
        std::size_t next = 0;
        for (std::int64_t col = 0; col < cols;) {
            const int first = label(row, col);
            std::int64_t end = col + 1;
            while (end < cols && label(row, end) == first)
                ++end;
            if (first >= 0) place({first, row, col, 1, end - col}, next);
            col = end;
        }
        above = std::exchange(here, {});
    }
    return found;
}

}  // namespace banyan::part
