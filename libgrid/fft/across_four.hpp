// The transforms of length 4 across the rows of four ranks, with their factors. Pure.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <span>

#include "libgrid/fft/row_factors.hpp"

namespace banyan::grid {

/// Where the row of each rank begins. The rows do not overlap.
using four_rows = std::array<std::complex<double>*, 4>;

/// In place: point i of row s becomes (sum of the points i of rows q times exp(-2 pi i s q / 4)) times the factor of
/// row s at first + i, for i < points. Each point is read and written once. `factors` has one for each row; those of
/// row 0 are 1.
void transform_across_four(const four_rows& rows, std::span<const row_factors> factors, std::int64_t first,
                           std::int64_t points);
/// The inverse without its division by 4, times `scale`: first the conjugate factors, then the transform.
void transform_across_four_back(const four_rows& rows, std::span<const row_factors> factors, std::int64_t first,
                                std::int64_t points, double scale);

}  // namespace banyan::grid
