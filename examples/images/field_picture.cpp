#include "examples/images/field_picture.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "examples/images/png_file.hpp"

namespace images {

namespace {

constexpr std::int64_t longest_side = 1024;
constexpr std::int64_t shortest_long_side = 256;

struct colour {
    double red, green, blue;
};

// From dark to light with steadily rising brightness, so that it can also be read in grey.
constexpr std::array<colour, 7> scale{
    {{0, 0, 4}, {51, 13, 95}, {120, 28, 109}, {187, 55, 84}, {237, 105, 37}, {252, 177, 25}, {252, 255, 164}}};

std::array<std::uint8_t, 3> colour_of(double heat) {
    const double at = std::clamp(heat, 0.0, 1.0) * (scale.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(at), scale.size() - 2);
    const double part = at - static_cast<double>(below);
    const auto blend = [part](double a, double b) { return static_cast<std::uint8_t>(a + (b - a) * part + 0.5); };
    const colour& a = scale[below];
    const colour& b = scale[below + 1];
    return {blend(a.red, b.red), blend(a.green, b.green), blend(a.blue, b.blue)};
}

// The pixels along one side of the field: several cells per pixel, or several pixels per cell.
struct side {
    std::int64_t pixels;
    std::int64_t cells;
    [[nodiscard]] std::int64_t first_cell(std::int64_t pixel) const { return pixel * cells / pixels; }
    [[nodiscard]] std::int64_t end_cell(std::int64_t pixel) const {
        return std::max(first_cell(pixel) + 1, first_cell(pixel + 1));
    }
};

side scaled(std::int64_t cells, std::int64_t longest) {
    if (longest > longest_side) return {std::max<std::int64_t>(1, cells * longest_side / longest), cells};
    return {cells * std::max<std::int64_t>(1, shortest_long_side / longest), cells};
}

double mean_of(std::span<const double> field, const side& down, const side& across, std::int64_t y, std::int64_t x) {
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t r = down.first_cell(y); r < down.end_cell(y); ++r) {
        for (std::int64_t c = across.first_cell(x); c < across.end_cell(x); ++c, ++count) {
            sum += field[static_cast<std::size_t>(r * across.cells + c)];
        }
    }
    return sum / static_cast<double>(count);
}

}  // namespace

void write_field(const std::string& file, std::span<const double> field, std::int64_t rows, std::int64_t cols) {
    const side down = scaled(rows, std::max(rows, cols));
    const side across = scaled(cols, std::max(rows, cols));
    const auto [coldest, hottest] = std::ranges::minmax(field);
    const double range = hottest > coldest ? hottest - coldest : 1.0;
    std::vector<std::uint8_t> pixels;
    pixels.reserve(static_cast<std::size_t>(down.pixels * across.pixels * 3));
    for (std::int64_t y = 0; y < down.pixels; ++y) {
        for (std::int64_t x = 0; x < across.pixels; ++x) {
            for (const std::uint8_t part : colour_of((mean_of(field, down, across, y, x) - coldest) / range)) {
                pixels.push_back(part);
            }
        }
    }
    write_png(file, pixels, down.pixels, across.pixels, pixel_kind::red_green_blue);
}

}  // namespace images
