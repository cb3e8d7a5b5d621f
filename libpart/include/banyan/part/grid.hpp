// The grid that is divided: rows x columns of cells, each axis periodic or open.
#pragma once

#include <cstdint>

namespace banyan::part {

/// The periodic axes. If the rows are periodic, the last row and row 0 are neighbours. If the columns are periodic, the
/// last column and column 0 are neighbours. An open axis has no neighbours beyond its edges. `both` makes the grid a
/// torus.
enum class periodic { none, rows, columns, both };

/// A grid of rows x cols cells. A cell is given by (row, col); (0, 0) is the top left cell, and north is towards row 0.
class grid {
  public:
    static constexpr std::int64_t max_side = (std::int64_t{1} << 31) - 1;

    /// Throws error unless rows and cols are in 1 .. max_side, so that rows * cols fits in 64 bits.
    grid(std::int64_t rows, std::int64_t cols, periodic axes = periodic::both);

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t cols() const { return cols_; }
    [[nodiscard]] std::int64_t cells() const { return rows_ * cols_; }
    [[nodiscard]] periodic axes() const { return axes_; }
    [[nodiscard]] bool periodic_rows() const { return axes_ == periodic::rows || axes_ == periodic::both; }
    [[nodiscard]] bool periodic_cols() const { return axes_ == periodic::columns || axes_ == periodic::both; }

    friend bool operator==(const grid&, const grid&) = default;

  private:
    std::int64_t rows_;
    std::int64_t cols_;
    periodic axes_;
};

}  // namespace banyan::part
