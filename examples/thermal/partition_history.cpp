#include "examples/thermal/partition_history.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace thermal {

namespace part = banyan::part;
using banyan::grid::repartition_record;

namespace {

constexpr double panel_side = 200;
constexpr double panel_gap = 20;
constexpr double text_height = 34;
constexpr std::size_t most_panels = 12;
constexpr std::int64_t most_samples = 48;

template <class... Values>
std::string printed(const char* format, Values... values) {
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

/// Ranks that follow each other have colours that are far apart: each hue is the last one plus the golden angle.
std::string colour_of(int rank) {
    const double hue = std::fmod(137.508 * rank, 360.0);
    return printed("hsl(%.0f,60%%,%d%%)", hue, 55 + 12 * (rank % 3));
}

struct panel {
    double x, y, width, height;
};

std::string rectangle(const panel& all, const part::grid& domain, const part::block& b) {
    const double across = all.width / static_cast<double>(domain.cols());
    const double down = all.height / static_cast<double>(domain.rows());
    return printed("<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
                   all.x + across * static_cast<double>(b.col), all.y + down * static_cast<double>(b.row),
                   across * static_cast<double>(b.cols), down * static_cast<double>(b.rows),
                   colour_of(b.processor).c_str());
}

std::string drawn_cells(const panel& all, const part::partition& parts) {
    std::string out;
    if (parts.kind() != part::layout::cells) {
        for (const part::block& b : parts.blocks())
            out += rectangle(all, parts.domain(), b);
        return out;
    }
    const part::grid samples(std::min(parts.domain().rows(), most_samples),
                             std::min(parts.domain().cols(), most_samples));
    for (std::int64_t row = 0; row < samples.rows(); ++row)
        for (std::int64_t col = 0; col < samples.cols(); ++col) {
            const int owner = parts.owner((2 * row + 1) * parts.domain().rows() / (2 * samples.rows()),
                                          (2 * col + 1) * parts.domain().cols() / (2 * samples.cols()));
            out += rectangle(all, samples, {owner, row, col, 1, 1});
        }
    return out;
}

std::string captioned(const panel& at, const part::partition& parts, const std::string& first,
                      const std::string& second) {
    const double x = at.x;
    return printed("<text x=\"%.1f\" y=\"12\">%s</text>\n", x, first.c_str()) +
           printed("<text x=\"%.1f\" y=\"26\">%s</text>\n", x, second.c_str()) + drawn_cells(at, parts) +
           printed("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#333\"/>\n", at.x,
                   at.y, at.width, at.height);
}

}  // namespace

std::string partition_history_svg(const part::partition& start, std::span<const repartition_record> repartitions) {
    const part::grid& domain = start.domain();
    const auto rows = static_cast<double>(domain.rows());
    const auto cols = static_cast<double>(domain.cols());
    // The short side of a long grid is drawn longer than it is, so that it stays visible.
    const double longer = std::max(rows, cols);
    panel at{0, text_height, std::max(panel_side * cols / longer, panel_side / 4),
             std::max(panel_side * rows / longer, panel_side / 4)};
    const double step = std::max(at.width, panel_side * 0.9) + panel_gap;
    const auto shown = repartitions.last(std::min(repartitions.size(), most_panels - 1));
    const std::size_t left_out = repartitions.size() - shown.size();
    std::string out = printed(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" "
        "font-size=\"11\">\n",
        step * static_cast<double>(shown.size() + 1), text_height + at.height + 20);
    out += captioned(at, start, "start", printed("%d ranks", start.processors()));
    for (const repartition_record& one : shown) {
        at.x += step;
        const double moved = static_cast<double>(one.moved_cells) / static_cast<double>(domain.cells());
        out += captioned(at, one.parts, printed("after iteration %lld", static_cast<long long>(one.iteration)),
                         printed("%s, %.1f %% moved", one.way.c_str(), 100 * moved));
    }
    if (left_out > 0)
        out += printed("<text x=\"0\" y=\"%.1f\">%zu repartitions after the start are not shown</text>\n",
                       text_height + at.height + 15, left_out);
    return out + "</svg>\n";
}

void write_partition_history(const std::string& file, const part::partition& start,
                             std::span<const repartition_record> repartitions) {
    std::ofstream out(file);
    out << partition_history_svg(start, repartitions);
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file);
}

}  // namespace thermal
