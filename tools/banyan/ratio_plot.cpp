#include "tools/banyan/ratio_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/banyan/gnuplot.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools {
namespace {

std::vector<int> distinct_flops(std::span<const advisor::validation_result> results) {
    std::vector<int> flops;
    for (const auto& r : results) {
        if (std::find(flops.begin(), flops.end(), r.flops) == flops.end()) flops.push_back(r.flops);
    }
    return flops;
}

std::string data_block(std::span<const advisor::validation_result> results, int flops) {
    std::string text = fmt::format("$flops_{} << END\n# processors mean lo hi\n", flops);
    for (const auto& r : results) {
        const auto& mean = r.predicted_over_observed;
        if (r.flops == flops)
            text += fmt::format("{} {:.6g} {:.6g} {:.6g}\n", r.tasks, mean.mean, mean.ci95.lo, mean.ci95.hi);
    }
    return text + "END\n";
}

struct range {
    double lo;
    double hi;
};

range processor_range(std::span<const advisor::validation_result> results) {
    range found{1e9, 0};
    for (const auto& r : results) {
        found.lo = std::min<double>(found.lo, r.tasks);
        found.hi = std::max<double>(found.hi, r.tasks);
    }
    return {found.lo - 1, found.hi + 1};
}

// The range is the same for all panels. It contains the error bars, except very long ones, which two trials can give.
range ratio_range(std::span<const advisor::validation_result> results) {
    range found{0.8, 1.2};
    for (const auto& r : results) {
        found.lo = std::min(found.lo, std::max(0.0, r.predicted_over_observed.ci95.lo) - 0.05);
        found.hi = std::max(found.hi, std::min(3.0, r.predicted_over_observed.ci95.hi) + 0.05);
    }
    return {std::max(0.0, found.lo), found.hi};
}

}  // namespace

std::string ratio_plot_program(const std::vector<std::string>& methods,
                               std::span<const advisor::validation_result> results, const std::string& picture) {
    const auto flops = distinct_flops(results);
    const auto x = processor_range(results);
    const auto y = ratio_range(results);
    std::string text = fmt::format("# Predicted over observed ratio of {} against {}; run with gnuplot.\n",
                                   methods.at(1), methods.at(0));
    for (const int f : flops) {
        text += data_block(results, f);
    }
    text += plot_head(picture, 800, 60 + 340 * static_cast<int>(flops.size()));
    text += fmt::format("set multiplot layout {},1\nset xlabel 'number of tasks p'\n", flops.size());
    text += "set ylabel 'predicted / observed ratio (no unit)'\nset xtics 1\nset grid y\nset key top right\n";
    text += fmt::format("set xrange [{}:{}]\nset yrange [{:.3g}:{:.3g}]\n", x.lo, x.hi, y.lo, y.hi);
    for (const int f : flops) {
        text += fmt::format("set title {}\n",
                            gnuplot_quoted(fmt::format("Time of {} divided by time of {}: {} operations a cell",
                                                       methods.at(1), methods.at(0), f)));
        text += fmt::format(
            "plot 1 with lines linetype 7 dashtype 2 title 'perfect prediction', "
            "$flops_{0} using 1:2:3:4 with yerrorbars linetype 3 title 'mean of the trials, 95 % interval', "
            "$flops_{0} using 1:2 with lines linetype 3 notitle\n",
            f);
    }
    return text + "unset multiplot\n";
}

std::filesystem::path draw_ratio_plot(const std::vector<std::string>& methods,
                                      std::span<const advisor::validation_result> results,
                                      const std::filesystem::path& folder) {
    const auto picture = folder / "figure43.png";
    draw_with_gnuplot(ratio_plot_program(methods, results, picture.string()), folder / "figure43.gp");
    return picture;
}

}  // namespace banyan::tools
