// Writes pictures as PNG files.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace images {

enum class pixel_kind { grey, red_green_blue };

/// `pixels`: rows x cols x 1 or 3 bytes, row by row. Throws std::runtime_error, one line with the name of the file.
void write_png(const std::string& file, std::span<const std::uint8_t> pixels, std::int64_t rows, std::int64_t cols,
               pixel_kind kind);

}  // namespace images
