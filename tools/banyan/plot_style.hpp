// The look that all plots share: colours for readers with any colour vision, one terminal, one grid.
#pragma once

#include <string>

namespace banyan::tools {

/// The number of colours of plot_colour().
constexpr int plot_colours = 8;

/// Colour `number` of the plots, from 0, as "#rrggbb"; after the last one they start again. gnuplot has it as line type
/// number + 1.
std::string plot_colour(int number);

/// The first lines of a gnuplot program: it draws into `picture`, an SVG or PNG file by its ending, with the shared
/// line types. Texts are shown as they are; none of their characters has a meaning for gnuplot.
std::string plot_head(const std::string& picture, int width, int height);

}  // namespace banyan::tools
