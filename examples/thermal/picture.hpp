// A field of temperatures as a picture.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace thermal {

/// Writes the field (rows x cols, row-major) as a PNG, black (coldest) over red to light yellow (hottest), at most
/// 1024 pixels on the longer side: a pixel is the mean of its cells, and small fields get several pixels per cell.
/// Throws std::runtime_error naming the file when it cannot be written.
void write_png(const std::string& file, std::span<const double> field, std::int64_t rows, std::int64_t cols);

}  // namespace thermal
