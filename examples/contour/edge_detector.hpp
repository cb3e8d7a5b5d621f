// Sobel's edge detector. Pure.
#pragma once

#include <cstdint>
#include <functional>

namespace contour {

/// The brightness at a pixel of the image.
using brightness = std::function<int(std::int64_t row, std::int64_t col)>;

/// True if |horizontal| + |vertical| gradient of the 3 x 3 pixels around this one is at least `threshold` (the largest
/// is 2040). Beyond the edges of the image its outermost pixels continue, so only pixels of the image are read.
bool is_edge(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols, int threshold,
             const brightness& at);

}  // namespace contour
