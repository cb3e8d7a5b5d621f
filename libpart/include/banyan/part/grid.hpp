// The index space that is divided: rows x columns of cells, each axis periodic or open.
#pragma once

#include <cstdint>

namespace banyan::part {

/// The periodic axes. With periodic rows the last row and row 0 are neighbours, with periodic columns the last column
/// and column 0; beyond the edges of an open axis lies nothing. `both` makes the grid a torus.
enum class periodic { none, rows, columns, both };

/// A grid of rows x cols cells. Cells are named (row, col) from (0, 0) at the top left; north is towards row 0.
class grid {
  public:
    static constexpr std::int64_t max_side = (std::int64_t{1} << 31) - 1;

    /// Throws error unless 1 <= rows, cols <= max_side (so that rows * cols fits in 64 bits).
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
