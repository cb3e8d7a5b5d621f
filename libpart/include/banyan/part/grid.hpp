// The index space that is divided: rows x columns of cells, its edges wrapped (torus) or open.
#pragma once

#include <cstdint>

namespace banyan::part {

/// What lies beyond the outer edges: the opposite edge, or nothing.
enum class edges { torus, open };

/// A grid of rows x cols cells. Cells are named (row, col) from (0, 0) at the top left; north is towards row 0.
class grid {
  public:
    static constexpr std::int64_t max_side = (std::int64_t{1} << 31) - 1;

    /// Throws error unless 1 <= rows, cols <= max_side (so that rows * cols fits in 64 bits).
    grid(std::int64_t rows, std::int64_t cols, edges beyond = edges::torus);

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t cols() const { return cols_; }
    [[nodiscard]] std::int64_t cells() const { return rows_ * cols_; }
    [[nodiscard]] bool torus() const { return beyond_ == edges::torus; }

    friend bool operator==(const grid&, const grid&) = default;

  private:
    std::int64_t rows_;
    std::int64_t cols_;
    edges beyond_;
};

}  // namespace banyan::part
