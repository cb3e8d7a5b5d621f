// Writes a field of temperatures as a picture.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace images {

/// Writes the field (rows x cols, row-major) as a PNG, from black (coldest) over red to light yellow (hottest), with at
/// most 1024 pixels on the longer side. A pixel shows the mean of its cells; in small fields a cell has several pixels.
/// Throws std::runtime_error, naming the file, if it cannot be written.
void write_field(const std::string& file, std::span<const double> field, std::int64_t rows, std::int64_t cols);

}  // namespace images
