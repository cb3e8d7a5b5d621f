#include "tools/banyan/scaling_plot.hpp"

#include <fmt/format.h>

#include "tools/banyan/gnuplot.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools {
namespace {

// tasks, milliseconds, interval; only the points that were measured, or only the others.
std::string data_block(const advisor::scaling_curve& curve, const char* name, bool measured) {
    std::string text = fmt::format("${} << END\n# tasks ms lo hi\n", name);
    for (const auto& point : curve.points()) {
        if (point.measured == measured)
            text += fmt::format("{} {:.6g} {:.6g} {:.6g}\n", point.tasks(), point.predicted_s * 1e3,
                                point.interval_s.lo * 1e3, point.interval_s.hi * 1e3);
    }
    return text + "END\n";
}

std::string line_block(const advisor::scaling_curve& curve) {
    std::string text = "$curve << END\n";
    for (const auto& point : curve.points()) {
        text += fmt::format("{} {:.6g}\n", point.tasks(), point.predicted_s * 1e3);
    }
    return text + "END\n";
}

}  // namespace

std::string scaling_plot_program(const advisor::scaling_curve& curve, const std::string& title,
                                 const std::string& picture) {
    const auto& advised = curve.advised();
    std::string text = "# The time of an iteration by the number of tasks; run with gnuplot.\n";
    text += line_block(curve) + data_block(curve, "measured", true) + data_block(curve, "modelled", false);
    text += fmt::format("$advised << END\n{} {:.6g}\nEND\n", advised.tasks(), advised.predicted_s * 1e3);
    text += plot_head(picture, 800, 480);
    text += fmt::format("set title {}\n", gnuplot_quoted(title));
    text += "set xlabel 'number of tasks p, the fastest processors first'\n";
    text += "set ylabel 'predicted time of one iteration (ms)'\nset yrange [0:*]\nset key top right\n";
    text += fmt::format("set xrange [0.5:{}.5]\nset xtics {}\n", curve.all().tasks(), 1 + curve.all().tasks() / 20);
    text += fmt::format("set arrow from {0}, graph 0 to {0}, graph 1 nohead linetype 8 dashtype 2\n", curve.knee());
    text +=
        "plot $curve with lines linetype 8 notitle, "
        "$modelled using 1:2 with points linetype 8 pointtype 6 title 'by the models', "
        "$measured using 1:2:3:4 with yerrorbars linetype 1 title 'measured with the probes, 95 % interval', "
        "$advised with points linetype 2 pointtype 4 pointsize 2 title 'advised', "
        "NaN with lines linetype 8 dashtype 2 title 'knee: more tasks gain less than 5 %'\n";
    return text;
}

void draw_scaling_plot(const advisor::scaling_curve& curve, const std::string& title,
                       const std::filesystem::path& picture) {
    draw_with_gnuplot(scaling_plot_program(curve, title, picture.string()), picture.string() + ".gp", "--plot");
}

}  // namespace banyan::tools
