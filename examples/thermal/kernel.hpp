// One Jacobi sweep over a rectangle of cells. Pure.
#pragma once

#include <cstdint>

namespace thermal {

/// The work per cell. Both variants are the same heat equation; the second one also loses heat by a polynomial of the
/// temperature.
enum class variant {
    flops_10,  ///< (north + south + east + west) / 4; Crandall counts it as 10 operations
    flops_50   ///< the same and 40 more operations
};

/// rows x cols cells in arrays with `stride` items per row.
struct sweep_size {
    std::int64_t rows;
    std::int64_t cols;
    std::int64_t stride;
};

/// Computes to[cell] from the four neighbours of from[cell], which must be readable. `from` and `to` point to the first
/// cell and must not overlap. The order of operations for one cell is fixed, so the result does not depend on how cells
/// are grouped into rectangles.
void sweep(variant work, const double* from, double* to, const sweep_size& size);

}  // namespace thermal
