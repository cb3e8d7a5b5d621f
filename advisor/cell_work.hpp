// The work of the cells of a grid, counted in cells of the measured loop: a cell whose work is the mean of the cells
// with work takes as long as a cell of the loop. Pure.
#pragma once

#include <memory>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::advisor {

/// Immutable value; copies share the density.
class cell_work {
  public:
    /// All cells are equal: each of them is one cell of the loop.
    cell_work() = default;
    /// The density is uniform or has values; only their ratios matter. Throws part::error as
    /// part::work_of_processors(), and std::invalid_argument for a density by a function.
    cell_work(const part::grid& domain, const part::work_density& density);

    [[nodiscard]] bool is_uniform() const { return weighted_ == nullptr; }
    [[nodiscard]] part::work_density::form kind() const { return options().density.kind(); }
    /// With the density, in cells of the loop, for part::make_partition(). Borrowed from this object and its copies.
    [[nodiscard]] const part::partition_options& options() const;
    /// The work of the whole grid, for which this object was made; its cells, if all are equal.
    [[nodiscard]] double total(const part::grid& domain) const;
    /// [processor] the work of its cells; their number, if all are equal.
    [[nodiscard]] std::vector<double> of_processors(const part::partition& parts) const;

  private:
    struct weighted_cells;

    std::shared_ptr<const weighted_cells> weighted_{};  // null: all cells are equal
};

}  // namespace banyan::advisor
