// The sides between the cells of a grid.
#pragma once

#include <cstdint>

#include "banyan/part/grid.hpp"

namespace banyan::part {

/// Calls visit(cell, next) for every two cells that lie side by side or one below the other inside the grid, which has
/// at most max_listed_cells. Cells are numbered row by row.
template <class Visit>
void each_side(const grid& domain, Visit visit) {
    const auto cols = static_cast<std::int32_t>(domain.cols());
    const auto cells = static_cast<std::int32_t>(domain.cells());
    for (std::int32_t row = 0; row < cells; row += cols)
        for (std::int32_t cell = row; cell < row + cols; ++cell) {
            if (cell + 1 < row + cols) visit(cell, cell + 1);
            if (cell + cols < cells) visit(cell, cell + cols);
        }
}

}  // namespace banyan::part
