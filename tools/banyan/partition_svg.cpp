#include "tools/banyan/partition_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tools/banyan/markup.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools {
namespace {

constexpr double picture_side = 640;
constexpr double caption_height = 30;
constexpr double legend_width = 160;
constexpr double legend_height = 20;
constexpr int most_in_legend = 64;
constexpr std::int64_t most_samples = 48;

/// Each processor has a tint of a plot colour; further processors have other tints of the same colours. Black and grey
/// are not used, so that the labels stay legible. The numbers of the processors distinguish similar colours.
std::string colour(int processor) {
    constexpr int hues = 6;
    constexpr std::array<double, 4> whites{0.45, 0.72, 0.25, 0.6};
    const double white = whites[static_cast<std::size_t>(processor / hues) % whites.size()];
    std::string text = plot_colour(processor % hues);
    for (std::size_t at = 1; at < text.size(); at += 2) {
        const int channel = std::stoi(text.substr(at, 2), nullptr, 16);
        text.replace(at, 2, fmt::format("{:02x}", static_cast<int>(std::lround(channel + (255 - channel) * white))));
    }
    return text;
}

struct area {
    double x, y, width, height;
};

std::string share_and_cells(int processor, const part::partition& parts, const part::speeds& processors) {
    return fmt::format("{:.3g} %, {} cells", 100 * processors.share(processor), parts.cells(processor));
}

std::string label(int processor, const area& at, const std::string& detail) {
    const std::string name = fmt::format("{}", processor);
    const double size = std::min({at.height * 0.3, at.width / (0.62 * static_cast<double>(name.size()) + 0.6), 40.0});
    if (size < 5) return {};
    const double x = at.x + at.width / 2;
    const double y = at.y + at.height * 0.45;
    std::string out =
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" font-weight=\"bold\">{}</text>\n", x,
                    y + size * 0.1, size, name);
    const double small = std::min({size * 0.5, at.width / (0.6 * static_cast<double>(detail.size())), at.height * 0.2});
    if (small >= 5)
        out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\">{}</text>\n", x,
                           y + size * 0.3 + small, small, detail);
    return out;
}

/// The label of a processor is on its largest block.
bool labelled(const part::partition& parts, const part::block& b) {
    return std::ranges::max(parts.blocks(b.processor), {}, &part::block::cells) == b;
}

std::string draw_blocks(const part::partition& parts, const part::speeds& processors, const area& whole) {
    const double scale_x = whole.width / static_cast<double>(parts.domain().cols());
    const double scale_y = whole.height / static_cast<double>(parts.domain().rows());
    std::string out;
    std::string labels;
    for (const part::block& b : parts.blocks()) {
        const area at{whole.x + scale_x * static_cast<double>(b.col), whole.y + scale_y * static_cast<double>(b.row),
                      scale_x * static_cast<double>(b.cols), scale_y * static_cast<double>(b.rows)};
        out += fmt::format(
            "<rect class=\"block\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
            "stroke=\"#333\" stroke-width=\"0.8\"/>\n",
            at.x, at.y, at.width, at.height, colour(b.processor));
        if (labelled(parts, b)) labels += label(b.processor, at, share_and_cells(b.processor, parts, processors));
    }
    return out + labels;
}

/// One path for each processor, in units of samples: a line as thick as a row for each run of samples that it owns.
std::string draw_samples(const part::partition& parts, const area& whole) {
    const part::grid& g = parts.domain();
    const std::int64_t height = std::min(g.rows(), most_samples);
    const std::int64_t width = std::min(g.cols(), most_samples);
    const auto owner = [&](std::int64_t y, std::int64_t x) {
        return parts.owner((2 * y + 1) * g.rows() / (2 * height), (2 * x + 1) * g.cols() / (2 * width));
    };
    std::vector<std::string> paths(static_cast<std::size_t>(parts.processors()));
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0, end = 0; x < width; x = end) {
            const int processor = owner(y, x);
            while (++end < width && owner(y, end) == processor) {
            }
            paths[static_cast<std::size_t>(processor)] += fmt::format("M{} {}h{}", x, y, end - x);
        }
    std::string out =
        fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:.4f} {:.4f}) translate(0 0.5)\">\n", whole.x,
                    whole.y, whole.width / static_cast<double>(width), whole.height / static_cast<double>(height));
    for (int processor = 0; processor < parts.processors(); ++processor)
        if (const std::string& path = paths[static_cast<std::size_t>(processor)]; !path.empty())
            out += fmt::format("<path class=\"cells\" stroke=\"{}\" d=\"{}\"/>\n", colour(processor), path);
    return out + "</g>\n";
}

std::string draw_legend(const part::partition& parts, const part::speeds& processors, double top, int in_a_row) {
    if (parts.processors() > most_in_legend) return {};
    std::string out = "<g font-size=\"11\" text-anchor=\"start\">\n";
    for (int processor = 0; processor < parts.processors(); ++processor) {
        const double x = legend_width * (processor % in_a_row);
        const double y = top + legend_height * (processor / in_a_row);  // NOLINT(bugprone-integer-division): rows
        out += fmt::format(
            "<rect x=\"{:.0f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{:.0f}\" "
            "y=\"{:.1f}\">{}: "
            "{}</text>\n",
            x, y, colour(processor), x + 17, y + 10, processor, share_and_cells(processor, parts, processors));
    }
    return out + "</g>\n";
}

}  // namespace

std::string svg_picture(const part::partition& parts, const part::speeds& processors, const std::string& caption) {
    const part::grid& g = parts.domain();
    const double scale = picture_side / static_cast<double>(std::max(g.rows(), g.cols()));
    // The short side of a long grid is drawn longer than it is, so that it stays visible.
    const area whole{0, caption_height, std::max(scale * static_cast<double>(g.cols()), picture_side / 16),
                     std::max(scale * static_cast<double>(g.rows()), picture_side / 16)};
    const double width = std::max(whole.width, 2 * legend_width);
    const int in_a_row = static_cast<int>(width / legend_width);
    const int lines = parts.processors() > most_in_legend ? 0 : (parts.processors() + in_a_row - 1) / in_a_row;
    const double legend_top = whole.y + whole.height + 10;
    const double height = legend_top + legend_height * lines;
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {0:.1f} {1:.1f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n",
        width + 4, height + 4);
    out += fmt::format("<title>{0}</title>\n<text x=\"0\" y=\"18\" font-size=\"13\" text-anchor=\"start\">{0}</text>\n",
                       escaped(caption));
    out += parts.kind() == part::layout::cells ? draw_samples(parts, whole) : draw_blocks(parts, processors, whole);
    return out + draw_legend(parts, processors, legend_top, in_a_row) + "</svg>\n";
}

}  // namespace banyan::tools
