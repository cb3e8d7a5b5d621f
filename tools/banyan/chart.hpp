// Charts as SVG elements that can stand inside an HTML page. All texts are escaped.
#pragma once

#include <string>
#include <vector>

#include "tools/banyan/chart_scale.hpp"

namespace banyan::tools {

struct chart_point {
    double x = 0;
    double y = 0;
    double lo = 0;  ///< of the interval of y; no interval is drawn if lo and hi are equal
    double hi = 0;
};

/// Points of one meaning: one colour, which has one symbol.
struct chart_series {
    std::string name;  ///< in the legend; no entry if empty
    int colour = 0;    ///< number of plot_colour()
    bool symbols = true;
    bool line = false;
    std::vector<chart_point> points{};
};

struct chart {
    std::string title;
    chart_axis x;
    chart_axis y;
    std::vector<chart_series> series;
};

/// An <svg> element with the chart, its legend under the title. Throws std::invalid_argument for a chart without
/// points, and as chart_scale.
std::string svg_chart(const chart& drawn);

/// One bar: from 0 to the value, with the interval as a line.
struct chart_bar {
    std::string name;
    double value = 0;
    double lo = 0;  ///< no interval is drawn if lo and hi are equal
    double hi = 0;
    std::string text{};  ///< after the bar, such as the value
    int colour = 0;
};

struct bar_chart {
    std::string title;
    std::string axis_title;  ///< with the unit
    std::vector<chart_bar> bars;
};

/// An <svg> element with horizontal bars, the first one on top. Throws std::invalid_argument for a chart without bars.
std::string svg_bars(const bar_chart& drawn);

}  // namespace banyan::tools
