#include "tools/banyan/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "tools/banyan/chart_svg.hpp"
#include "tools/banyan/plot_style.hpp"

namespace banyan::tools {
namespace {

constexpr double line_height = 18;
constexpr double left = 76;   // of the axis of y, with its numbers and title before it
constexpr double right = 18;  // of the last number of the axis of x
constexpr double plot_height = 270;
constexpr double inner_margin = 10;  // between an axis and the first symbol
constexpr double below = 44;         // numbers and title of the axis of x
constexpr const char* grid_colour = "#D8D8D8";
constexpr const char* axis_colour = "#404040";

struct extent {
    double lo = std::numeric_limits<double>::infinity();
    double hi = -lo;
    void contain(double value) {
        lo = std::min(lo, value);
        hi = std::max(hi, value);
    }
};

bool has_interval(const chart_point& at) {
    return at.lo < at.hi;
}

struct scales {
    chart_scale x;
    chart_scale y;
    [[nodiscard]] svg::place of(double at_x, double at_y) const { return {x.position(at_x), y.position(at_y)}; }
};

scales scales_of(const chart& drawn, double top) {
    extent x, y;
    for (const auto& series : drawn.series)
        for (const auto& at : series.points) {
            x.contain(at.x);
            y.contain(at.y);
            if (!has_interval(at)) continue;
            y.contain(at.lo);
            y.contain(at.hi);
        }
    if (x.lo > x.hi) throw std::invalid_argument("a chart without points");
    return {{x.lo, x.hi, drawn.x.kind, left + inner_margin, svg::chart_width - right - inner_margin},
            {y.lo, y.hi, drawn.y.kind, top + plot_height, top}};
}

std::string draw_axes(const chart& drawn, const scales& at, double top) {
    const double bottom = top + plot_height;
    std::string out;
    for (const double tick : at.y.ticks()) {
        const double y = at.y.position(tick);
        out += svg::thin_line({left, y}, {svg::chart_width - right, y}, grid_colour) +
               svg::text({left - 6, y + 5}, "end", tick_text(tick));
    }
    for (const double tick : at.x.ticks()) {
        const double x = at.x.position(tick);
        out += svg::thin_line({x, top}, {x, bottom}, grid_colour) +
               svg::text({x, bottom + line_height}, "middle", tick_text(tick));
    }
    return out + svg::thin_line({left, top}, {left, bottom}, axis_colour) +
           svg::thin_line({left, bottom}, {svg::chart_width - right, bottom}, axis_colour) +
           svg::upward_text({14, top + plot_height / 2}, drawn.y.title) +
           svg::text({(left + svg::chart_width - right) / 2, bottom + below - 4}, "middle", drawn.x.title);
}

std::string draw_series(const chart_series& series, const scales& at) {
    const auto colour = plot_colour(series.colour);
    std::string out;
    std::vector<svg::place> places;
    for (const auto& point : series.points) {
        places.push_back(at.of(point.x, point.y));
        if (has_interval(point))
            out += svg::line({at.of(point.x, point.lo), at.of(point.x, point.hi)}, "interval", colour);
    }
    if (series.line) out += svg::line(places, "series", colour);
    for (const auto& place : places)
        if (series.symbols) out += svg::symbol(place, series.colour);
    return out;
}

std::string draw_legend(const std::vector<chart_series>& all, double& top) {
    std::string out;
    for (const auto& series : all) {
        if (series.name.empty()) continue;
        const double y = top + line_height / 2;
        if (series.line) out += svg::line({{left, y}, {left + 24, y}}, "series", plot_colour(series.colour));
        if (series.symbols) out += svg::symbol({left + 12, y}, series.colour);
        out += svg::text({left + 32, y + 5}, "start", series.name);
        top += line_height;
    }
    return out;
}

// The bars of a chart have their names above them, so that long names and narrow screens do not matter.
std::string draw_bar(const chart_bar& bar, const chart_scale& scale, double top) {
    constexpr double thickness = 14;
    const double from = scale.position(0), end = scale.position(bar.value);
    std::string out = svg::text({from, top + 13}, "start", bar.name + (bar.text.empty() ? "" : ": " + bar.text));
    out +=
        fmt::format("<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\"/>\n",
                    from, top + line_height, std::max(0.0, end - from), thickness, plot_colour(bar.colour));
    if (bar.lo >= bar.hi) return out;
    const double middle = top + line_height + thickness / 2;
    const double lo = scale.position(bar.lo), hi = scale.position(bar.hi);
    for (const auto& one : {std::vector<svg::place>{{lo, middle}, {hi, middle}},
                            {{lo, middle - 4}, {lo, middle + 4}},
                            {{hi, middle - 4}, {hi, middle + 4}}})
        out += svg::line(one, "interval", "#000000");
    return out;
}

}  // namespace

std::string svg_chart(const chart& drawn) {
    double top = 0;
    std::string out = draw_legend(drawn.series, top);
    top += line_height / 2;
    const scales at = scales_of(drawn, top);
    out += draw_axes(drawn, at, top);
    for (const auto& series : drawn.series)
        out += draw_series(series, at);
    return svg::document(drawn.title, top + plot_height + below, out);
}

std::string svg_bars(const bar_chart& drawn) {
    constexpr double bar_height = 38;
    if (drawn.bars.empty()) throw std::invalid_argument("a chart without bars");
    double greatest = 0;
    for (const auto& bar : drawn.bars)
        greatest = std::max({greatest, bar.value, bar.hi});
    const chart_scale scale(0, greatest, axis_kind::linear, 8, svg::chart_width - 2 * right);
    const double bottom = bar_height * static_cast<double>(drawn.bars.size()) + 4;
    std::string out;
    for (const double tick : scale.ticks()) {
        const double x = scale.position(tick);
        out += svg::thin_line({x, 0}, {x, bottom}, grid_colour) +
               svg::text({x, bottom + line_height}, "middle", tick_text(tick));
    }
    double top = 0;
    for (const auto& bar : drawn.bars) {
        out += draw_bar(bar, scale, top);
        top += bar_height;
    }
    out += svg::text({svg::chart_width / 2, bottom + below - 4}, "middle", drawn.axis_title);
    return svg::document(drawn.title, bottom + below, out);
}

}  // namespace banyan::tools
