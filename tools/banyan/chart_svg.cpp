#include "tools/banyan/chart_svg.hpp"

#include <fmt/format.h>

#include <array>

#include "tools/banyan/markup.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools::svg {
namespace {

constexpr double heading = 22;

// Shapes of plot_style.inc: circle, square, triangle, diamond, triangle downward; the others are hollow.
struct shape {
    const char* path;
    bool filled;
};
constexpr std::array<shape, plot_colours> shapes{{
    {"m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", true},
    {"m-4-4h8v8h-8z", true},
    {"m0-5l5 8.5h-10z", true},
    {"m0-5.5l5 5.5-5 5.5-5-5.5z", true},
    {"m0 5l5-8.5h-10z", true},
    {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", false},
    {"m-3.5-3.5h7v7h-7z", false},
    {"m0-4.5l4.5 7.5h-9z", false},
}};

}  // namespace

std::string document(const std::string& title, double height, const std::string& content) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"14\">\n<title>{2}</title>\n"
        "<text x=\"0\" y=\"15\" font-weight=\"bold\">{2}</text>\n<g transform=\"translate(0 {3:.0f})\">\n{4}</g>\n"
        "</svg>\n",
        chart_width, height + heading, escaped(title), heading, content);
}

std::string text(place at, const std::string& anchor, const std::string& content) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at.x, at.y, anchor,
                       escaped(content));
}

std::string upward_text(place at, const std::string& content) {
    return fmt::format("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                       at.x, at.y, escaped(content));
}

std::string thin_line(place from, place to, const std::string& colour) {
    return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", from.x, from.y, to.x, to.y,
                       colour);
}

std::string line(const std::vector<place>& places, const std::string& kind, const std::string& colour) {
    std::string path;
    for (const place& at : places)
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", at.x, at.y);
    return fmt::format("<path class=\"{}\" d=\"{}\" stroke=\"{}\" stroke-width=\"2\" fill=\"none\"/>\n", kind, path,
                       colour);
}

std::string symbol(place at, int colour) {
    const auto& drawn = shapes.at(static_cast<std::size_t>(colour % plot_colours));
    return fmt::format(
        "<path class=\"symbol\" d=\"M{:.1f} {:.1f}{}\" stroke=\"{}\" stroke-width=\"1.5\" fill=\"{}\"/>\n", at.x, at.y,
        drawn.path, plot_colour(colour), drawn.filled ? plot_colour(colour) : "white");
}

}  // namespace banyan::tools::svg
