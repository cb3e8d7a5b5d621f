#include "tools/banyan/partition_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "banyan/part/lookup.hpp"

namespace banyan::tools {
namespace {

constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::int64_t text_width = 56;
constexpr std::int64_t text_height = 20;

}  // namespace

std::string text_picture(const part::partition& parts) {
    if (parts.processors() > static_cast<int>(letters.size())) return {};
    const part::grid& g = parts.domain();
    const auto rows = static_cast<double>(g.rows());
    const auto cols = static_cast<double>(g.cols());
    // A letter is about twice as high as it is wide.
    const double scale =
        std::min(static_cast<double>(text_width) / (2 * cols), static_cast<double>(text_height) / rows);
    const auto height = std::clamp<std::int64_t>(std::llround(rows * scale), 1, text_height);
    const auto width = std::clamp<std::int64_t>(std::llround(2 * cols * scale), 1, text_width);
    const part::owner_lookup owner(parts);
    std::string picture;
    for (std::int64_t y = 0; y < height; ++y) {
        const auto row = static_cast<std::int64_t>((static_cast<double>(y) + 0.5) / static_cast<double>(height) * rows);
        for (std::int64_t x = 0; x < width; ++x) {
            const auto col =
                static_cast<std::int64_t>((static_cast<double>(x) + 0.5) / static_cast<double>(width) * cols);
            picture +=
                letters[static_cast<std::size_t>(owner(std::min(row, g.rows() - 1), std::min(col, g.cols() - 1)))];
        }
        picture += '\n';
    }
    return picture;
}

}  // namespace banyan::tools
