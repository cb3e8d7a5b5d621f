// Grey images: read from PNG and PGM files, or made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace images {

struct image {
    std::int64_t rows = 0, cols = 0;
    std::vector<std::uint8_t> grey;  ///< row by row
    [[nodiscard]] std::uint8_t at(std::int64_t row, std::int64_t col) const {
        return grey[static_cast<std::size_t>(row * cols + col)];
    }
};

/// A PNG file (colours become grey) or a PGM file (P2 or P5, at most 255 levels). Throws std::runtime_error, one line
/// with the name of the file.
image read_image(const std::string& file);

/// A picture of n x n pixels with 9 to 49 discs, rings, bars and waves of different brightness. The same `seed` gives
/// the same picture.
image made_image(std::int64_t n, std::uint32_t seed);

}  // namespace images
