// The division of an image among a mesh of tasks, in row-major order. Pure.
#pragma once

#include <cstdint>

namespace contour {

/// The pixels of one task.
struct block {
    std::int64_t row = 0, col = 0, rows = 0, cols = 0;
};

/// `down` x `across` tasks; task (i, j) has the number i * across + j. The sizes of blocks differ by one at most.
class task_mesh {
  public:
    /// The mesh of `tasks` whose blocks are closest to squares. Throws std::invalid_argument if every mesh leaves some
    /// task without a pixel: a contour would then pass from a block to one that is not its neighbour.
    task_mesh(std::int64_t rows, std::int64_t cols, int tasks);

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t cols() const { return cols_; }
    [[nodiscard]] int down() const { return down_; }
    [[nodiscard]] int across() const { return across_; }
    [[nodiscard]] int tasks() const { return down_ * across_; }
    [[nodiscard]] int task_at(int i, int j) const { return i * across_ + j; }
    /// The task that has this pixel.
    [[nodiscard]] int owner(std::int64_t row, std::int64_t col) const {
        return task_at(static_cast<int>(((row + 1) * down_ - 1) / rows_),
                       static_cast<int>(((col + 1) * across_ - 1) / cols_));
    }
    [[nodiscard]] block of(int task) const;

  private:
    std::int64_t rows_, cols_;
    int down_ = 1, across_ = 1;
};

}  // namespace contour
