#include "tools/banyan/plot_style.hpp"

#include <fmt/format.h>

#include <string_view>

#include "tools/banyan/gnuplot.hpp"

namespace banyan::tools {
namespace {

constexpr std::string_view style =
#include "tools/banyan/plot_style.inc"
    ;

}  // namespace

std::string plot_colour(int number) {
    const auto line = fmt::format("set linetype {} linecolor rgb '", number % plot_colours + 1);
    constexpr std::size_t length = 7;
    return std::string(style.substr(style.find(line) + line.size(), length));
}

std::string plot_head(const std::string& picture, int width, int height) {
    const char* kind = picture.ends_with(".svg") ? "svg" : "pngcairo";
    return fmt::format("set terminal {} noenhanced size {},{} font 'sans,11' background 'white'\nset output {}\n{}",
                       kind, width, height, gnuplot_quoted(picture), style);
}

}  // namespace banyan::tools
