#include "examples/images/png_file.hpp"

#include <png.h>

#include <stdexcept>

namespace images {

void write_png(const std::string& file, std::span<const std::uint8_t> pixels, std::int64_t rows, std::int64_t cols,
               pixel_kind kind) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.width = static_cast<png_uint_32>(cols);
    header.height = static_cast<png_uint_32>(rows);
    header.format = kind == pixel_kind::grey ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    if (png_image_write_to_file(&header, file.c_str(), 0, pixels.data(), 0, nullptr) == 0)
        throw std::runtime_error(file + ": " + header.message);
}

}  // namespace images
