#include "tools/banyan/figure_files.hpp"

#include <fmt/format.h>

#include "tools/banyan/gnuplot.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools {
namespace {

/// One block of "x y" lines for each curve, with two blank lines between blocks, as `index` of gnuplot needs them.
std::string figure_data(const part::figure& f) {
    std::string text = fmt::format("# {}: {} against {}\n", f.title, f.y_label, f.x_label);
    for (const part::curve& c : f.curves) {
        text += fmt::format("# {}\n", c.name);
        for (const auto& [x, y] : c.points)
            text += fmt::format("{:.9g} {:.9g}\n", x, y);
        text += "\n\n";
    }
    return text;
}

std::string figure_program(const part::figure& f, const std::filesystem::path& folder) {
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

std::string picture_of(const part::figure& f, const std::filesystem::path& folder) {
    return (folder / (f.name + ".png")).string();
}

}  // namespace

void write_figures(const std::vector<part::figure>& figures, const std::filesystem::path& folder) {
    for (const part::figure& f : figures) {
        write_output_file(folder / (f.name + ".dat"), figure_data(f));
        write_output_file(folder / (f.name + ".gp"), figure_program(f, folder));
    }
    for (const part::figure& f : figures)
        draw_with_gnuplot(figure_program(f, folder), folder / (f.name + ".gp"));
}

std::string figures_text(const std::vector<part::figure>& figures, const std::filesystem::path& folder) {
    std::string text;
    for (const part::figure& f : figures)
        text += fmt::format("{}: {}\n", f.title, picture_of(f, folder));
    return text;
}

nlohmann::ordered_json figures_json(const std::vector<part::figure>& figures, const std::filesystem::path& folder) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const part::figure& f : figures)
        list.push_back({{"name", f.name}, {"title", f.title}, {"picture", picture_of(f, folder)}});
    return list;
}

}  // namespace banyan::tools
