// The work of each cell, for the methods that divide the work instead of the cells.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Work per cell, in any unit; only ratios matter. By default all cells are equal. Owns its values: a copy copies them.
class work_density {
  public:
    enum class form { uniform, rows, columns, cells, function };

    work_density() = default;
    /// work[row] is the work of each cell of the row; one entry for each row of the grid.
    static work_density of_rows(std::vector<double> work);
    /// work[col] is the work of each cell of the column; one entry for each column of the grid.
    static work_density of_columns(std::vector<double> work);
    /// work[row * cols + col]; one entry for each cell of the grid.
    static work_density of_cells(std::vector<double> work);
    /// work(row, col), at most max_listed_cells cells. Called once for each cell when a partition is made, by
    /// make_multilevel() several times.
    static work_density of_function(std::function<double(std::int64_t row, std::int64_t col)> work);

    [[nodiscard]] form kind() const { return kind_; }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    [[nodiscard]] const std::function<double(std::int64_t, std::int64_t)>& function() const { return function_; }

    /// The density of a part of the grid `whole`. Cell (0, 0) of the part is cell (part.row, part.col) of `whole`.
    /// Throws error if the density has too few values for the part.
    [[nodiscard]] work_density within(const grid& whole, const block& part) const;

  private:
    form kind_ = form::uniform;
    std::vector<double> values_;
    std::function<double(std::int64_t, std::int64_t)> function_;
};

/// The work of each processor: the sum over its cells, one entry per processor. O(cells) for layout::cells and for a
/// density by cells or by a function, else O(rows + columns + processors). Throws error, naming place and value, if the
/// density does not have the size of the grid, has a value that is negative or not finite, or has no work at all.
std::vector<double> work_of_processors(const partition& parts, const work_density& density);

}  // namespace banyan::part
