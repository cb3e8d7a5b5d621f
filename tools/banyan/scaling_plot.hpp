// The plot of a scaling curve, drawn with gnuplot.
#pragma once

#include <filesystem>
#include <string>

#include "advisor/scaling.hpp"

namespace banyan::tools {

/// The gnuplot program that draws the curve into the file `picture`: SVG or PNG by its ending.
std::string scaling_plot_program(const advisor::scaling_curve& curve, const std::string& title,
                                 const std::string& picture);

/// Draws it; the program stays in the file `picture` + ".gp". Throws as draw_with_gnuplot(), for the option --plot.
void draw_scaling_plot(const advisor::scaling_curve& curve, const std::string& title,
                       const std::filesystem::path& picture);

}  // namespace banyan::tools
