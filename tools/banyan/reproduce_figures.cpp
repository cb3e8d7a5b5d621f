#include <fmt/format.h>

#include "banyan/part/papers/crandall_figures.hpp"
#include "tools/banyan/gnuplot.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/plot_style.hpp"
#include "tools/banyan/reproduce.hpp"

namespace banyan::tools {
namespace {

/// One block of "x y" lines for each curve, with two blank lines between blocks, as `index` of gnuplot needs them.
std::string data_of(const part::figure& f) {
    std::string text = fmt::format("# {}: {} against {}\n", f.title, f.y_label, f.x_label);
    for (const part::curve& c : f.curves) {
        text += fmt::format("# {}\n", c.name);
        for (const auto& [x, y] : c.points)
            text += fmt::format("{:.9g} {:.9g}\n", x, y);
        text += "\n\n";
    }
    return text;
}

std::string program_of(const part::figure& f, const std::filesystem::path& folder) {
    const auto file = [&](const char* extension) { return (folder / (f.name + extension)).string(); };
    constexpr std::size_t symbols = 8;  // on a curve, about
    std::string plot;
    for (std::size_t i = 0; i < f.curves.size(); ++i)
        plot += fmt::format("{}{} index {} with linespoints linetype {} pointinterval {} title {}",
                            i == 0 ? "plot " : ", \\\n     ", gnuplot_quoted(file(".dat")), i, i + 1,
                            1 + f.curves[i].points.size() / symbols, gnuplot_quoted(f.curves[i].name));
    std::string text = fmt::format("# {}; run with gnuplot.\n", f.title);
    for (const char* extension : {".png", ".svg"}) {
        text += plot_head(file(extension), 900, 600);
        text += fmt::format("set title {}\nset xlabel {}\nset ylabel {}\nset key top left\n{}{}\n",
                            gnuplot_quoted(f.title), gnuplot_quoted(f.x_label), gnuplot_quoted(f.y_label),
                            f.logarithmic ? "set logscale xy\n" : "", plot);
    }
    return text;
}

std::string csv_of(const std::vector<part::message_count>& table) {
    std::string text = "arrangement,processors,speeds,formula,counted\n";
    for (const part::message_count& line : table)
        text += fmt::format("{},{},{},{:.0f},{:.0f}\n", line.arrangement, line.processors,
                            line.homogeneous ? "equal" : "6 4 4 3 3 3 2 1", line.formula, line.counted);
    return text;
}

std::string table_text(const std::vector<part::message_count>& table) {
    std::string text = "Table 2, messages of the 5-point stencil (counted: 240 x 240):\n\n";
    text += fmt::format("{:<18} {:>14} {:>8} {:>8}\n", "", "processors", "formula", "counted");
    for (const part::message_count& line : table)
        text += fmt::format("{:<18} {:>4} {:<9} {:>8.0f} {:>8.0f}\n", line.arrangement, line.processors,
                            line.homogeneous ? "equal" : "unequal", line.formula, line.counted);
    return text;
}

nlohmann::ordered_json json_of(const std::vector<part::message_count>& table) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const part::message_count& line : table)
        list.push_back({{"arrangement", line.arrangement},
                        {"processors", line.processors},
                        {"homogeneous", line.homogeneous},
                        {"formula", line.formula},
                        {"counted", line.counted}});
    return list;
}

}  // namespace

reproduced reproduce_figures(const reproduce_settings& settings) {
    const std::vector<part::message_count> table = part::message_table();
    write_output_file(settings.folder / "table2.csv", csv_of(table));
    reproduced result{table_text(table) + "\n", {{"table2", json_of(table)}}};
    const std::vector<part::figure> figures = part::crandall_figures();
    for (const part::figure& f : figures) {
        write_output_file(settings.folder / (f.name + ".dat"), data_of(f));
        write_output_file(settings.folder / (f.name + ".gp"), program_of(f, settings.folder));
    }
    for (const part::figure& f : figures) {
        draw_with_gnuplot(program_of(f, settings.folder), settings.folder / (f.name + ".gp"));
        const std::string picture = (settings.folder / (f.name + ".png")).string();
        result.text += fmt::format("{}: {}\n", f.title, picture);
        result.fields["figures"].push_back({{"name", f.name}, {"title", f.title}, {"picture", picture}});
    }
    return result;
}

}  // namespace banyan::tools
