#include "tools/banyan/trace_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/banyan/gnuplot.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools {
namespace {

constexpr const char* titles[] = {"computing", "blocked", "algorithmic", "non-algorithmic"};

std::string block_name(const time_row& row, std::size_t kind) {
    return fmt::format("$level_{}_{}", row.number, time_kinds[kind]);
}

std::string data_block(const time_row& row, std::size_t kind) {
    std::string text = fmt::format("{} << END\n# bin count\n", block_name(row, kind));
    for (std::size_t bin = 0; bin < time_histogram::bins; ++bin)
        text += fmt::format("{} {}\n", bin, row.times[kind].counts[bin]);
    return text + "END\n";
}

std::string axis_labels() {
    std::string text = "set xtics rotate by -60 (";
    for (std::size_t bin = 0; bin < time_histogram::bins; bin += 3)
        text += fmt::format("{}'{}' {}", bin == 0 ? "" : ", ", lower_limit_text(bin), bin);
    return text + ")\n";
}

}  // namespace

std::string trace_plot_program(const trace_report& report, const std::string& picture) {
    std::string text = "# Histograms of the intervals of a trace, by level of the tree; run with gnuplot.\n";
    for (const time_row& row : report.levels)
        for (std::size_t kind = 0; kind < time_kinds.size(); ++kind)
            text += data_block(row, kind);
    const std::size_t rows = std::max<std::size_t>(1, report.levels.size());
    text += plot_head(picture, 1400, 90 + 230 * static_cast<int>(rows));
    text += fmt::format("set multiplot layout {},{} title 'Lengths of the intervals, by level of the tree'\n", rows,
                        time_kinds.size());
    text += "set key off\nset grid y\nset style fill solid 0.8 noborder\nset boxwidth 0.9\nset xlabel 'length'\n";
    text += fmt::format("set xrange [-1:{}]\nset yrange [0:*]\n", time_histogram::bins);
    text += axis_labels();
    for (const time_row& row : report.levels)
        for (std::size_t kind = 0; kind < time_kinds.size(); ++kind) {
            text += fmt::format("set ylabel '{}'\n", kind == 0 ? "intervals" : "");
            text += fmt::format(
                "set title 'level {}, {}: {} intervals, {:.3g} s'\nplot {} using 1:2 with boxes linetype {}\n",
                row.number, titles[kind], row.times[kind].count, row.times[kind].total_s, block_name(row, kind),
                kind + 1);
        }
    return text + "unset multiplot\n";
}

void draw_trace_plot(const trace_report& report, const std::filesystem::path& picture, const std::string& option) {
    auto program = picture;
    program.replace_extension(".gp");
    draw_with_gnuplot(trace_plot_program(report, picture.string()), program, option);
}

}  // namespace banyan::tools
