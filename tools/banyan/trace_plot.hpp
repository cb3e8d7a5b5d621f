// The histograms of a trace as a picture: a row of panels for each level of the tree, a column for each kind of time.
#pragma once

#include <filesystem>
#include <string>

#include "tools/banyan/trace_report.hpp"

namespace banyan::tools {

/// A gnuplot program that draws into `picture`, an SVG or PNG file by its ending. It contains the data.
std::string trace_plot_program(const trace_report& report, const std::string& picture);

/// Writes `picture`, and the program into a file of the same name with the ending .gp. Throws as draw_with_gnuplot()
/// does; `option` is the one that names the picture.
void draw_trace_plot(const trace_report& report, const std::filesystem::path& picture, const std::string& option);

}  // namespace banyan::tools
