#include "tools/banyan/partition_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "banyan/part/lookup.hpp"

namespace banyan::tools {
namespace {

constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::int64_t text_width = 56;
constexpr std::int64_t text_height = 20;
constexpr double svg_side = 800;

/// A light colour for each machine; neighbours in number lie far apart on the colour wheel.
std::string colour(int machine) {
    const double hue = std::fmod(machine * 137.508, 360.0) / 60;
    const double light = machine % 2 == 0 ? 0.75 : 0.65;
    const double chroma = (1 - std::abs(2 * light - 1)) * 0.6;
    const auto channel = [&](double shift) {
        const double at = std::fmod(hue + shift, 6.0);
        const double weight = std::clamp(std::abs(at - 3) - 1, 0.0, 1.0);
        return static_cast<int>(std::lround(255 * (light - chroma / 2 + chroma * weight)));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(4), channel(2));
}

struct area {
    double x, y, width, height;
};

std::string label(const part::block& b, const area& at, const part::partition& parts, const part::speeds& machines) {
    const std::string name = fmt::format("{}", b.machine);
    const double size = std::min({at.height * 0.3, at.width / (0.62 * static_cast<double>(name.size()) + 0.6), 40.0});
    if (size < 5) return {};
    const double x = at.x + at.width / 2;
    std::string out =
        fmt::format("  <text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" font-weight=\"bold\">{}</text>\n", x,
                    at.y + at.height * 0.45 + size * 0.1, size, name);
    const std::string detail = fmt::format("{} cells, speed {:g}", parts.cells(b.machine), machines[b.machine]);
    const double small = std::min({size * 0.5, at.width / (0.6 * static_cast<double>(detail.size())), at.height * 0.2});
    if (small >= 5)
        out += fmt::format("  <text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\">{}</text>\n", x,
                           at.y + at.height * 0.45 + size * 0.3 + small, small, detail);
    return out;
}

/// The largest block of a machine carries the label.
bool labelled(const part::partition& parts, const part::block& b) {
    return std::ranges::max(parts.blocks(b.machine), {}, &part::block::cells) == b;
}

}  // namespace

std::string text_picture(const part::partition& parts) {
    if (parts.machines() > static_cast<int>(letters.size())) return {};
    const part::grid& g = parts.domain();
    const auto rows = static_cast<double>(g.rows());
    const auto cols = static_cast<double>(g.cols());
    // A letter is about twice as high as wide.
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

std::string svg_picture(const part::partition& parts, const part::speeds& machines, const std::string& title) {
    const part::grid& g = parts.domain();
    const double scale = svg_side / static_cast<double>(std::max(g.rows(), g.cols()));
    const double width = std::max(scale * static_cast<double>(g.cols()), 1.0);
    const double height = std::max(scale * static_cast<double>(g.rows()), 1.0);
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {:.2f} {:.2f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
        "font-family=\"sans-serif\" text-anchor=\"middle\">\n  <title>{}</title>\n",
        width + 2, height + 2, width + 2, height + 2, title);
    std::string labels;
    for (const part::block& b : parts.blocks()) {
        const area at{scale * static_cast<double>(b.col), scale * static_cast<double>(b.row),
                      scale * static_cast<double>(b.cols), scale * static_cast<double>(b.rows)};
        out += fmt::format(
            "  <rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" stroke=\"#333\" "
            "stroke-width=\"0.8\"/>\n",
            at.x, at.y, at.width, at.height, colour(b.machine));
        if (labelled(parts, b)) labels += label(b, at, parts, machines);
    }
    return out + labels + "</svg>\n";
}

}  // namespace banyan::tools
