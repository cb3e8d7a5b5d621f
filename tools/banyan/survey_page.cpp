#include "tools/banyan/survey_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "advisor/exchange_probe.hpp"
#include "tools/banyan/chart.hpp"
#include "tools/banyan/html_page.hpp"
#include "tools/banyan/partition_svg.hpp"
#include "tools/banyan/predictability_report.hpp"
#include "tools/banyan/ring_network.hpp"

namespace banyan::tools {
namespace {

constexpr double us_per_s = 1e6;

std::string text_of(const nlohmann::ordered_json& facts, const char* name) {
    if (!facts.contains(name)) return "unknown";
    const auto& value = facts[name];
    return value.is_string() ? value.get<std::string>() : value.dump();
}

chart_point point_of(const advisor::size_samples& size) {
    const auto interval = advisor::median_interval(size.seconds);
    return {size.bytes, advisor::median(size.seconds) * us_per_s, interval.lo * us_per_s, interval.hi * us_per_s};
}

bool is_held_out(const ring_network& ring, double bytes) {
    return ring.fit && std::ranges::count(ring.fit->held_out, bytes, &advisor::held_out_size::bytes) > 0;
}

// On logarithmic axes the line is a curve.
chart_series fitted_line(const advisor::network_fit& fit, double lo, double hi) {
    constexpr int steps = 40;
    chart_series line{
        fmt::format("fitted: {:.1f} us + {:.3f} ns a byte", fit.lambda_s * us_per_s, fit.tau_s_per_byte * 1e9),
        page_colour::predicted,
        false,
        true,
        {}};
    for (int step = 0; step <= steps; ++step) {
        const double bytes = lo * std::pow(hi / lo, static_cast<double>(step) / steps);
        line.points.push_back({bytes, fit.seconds(bytes) * us_per_s});
    }
    return line;
}

std::string mflops_of(const advisor::problem& problem, double cells_per_s) {
    return fmt::format("{:.0f}", cells_per_s * problem.flops / 1e6);
}

}  // namespace

std::string milliseconds(double seconds) {
    return fmt::format("{:.3f}", seconds * 1e3);
}

std::string milliseconds(const advisor::interval& seconds) {
    return milliseconds(seconds.lo) + ".." + milliseconds(seconds.hi);
}

std::string hosts_table(const advisor::survey& found) {
    const auto& report = found.reports.at(0);
    html::table shown{"Hosts",
                      {{"Host", false},
                       {"Tasks"},
                       {"Computer", false},
                       {"Cores"},
                       {"CPU", false},
                       {"Kernel", false},
                       {"Governor", false},
                       {"Clock", false},
                       {"Congestion control", false},
                       {"Load"}},
                      {}};
    std::vector<std::string> named;
    for (std::size_t rank = 0; rank < report.hosts.size(); ++rank) {
        const auto& host = report.hosts[rank];
        if (std::ranges::count(named, host) > 0) continue;
        named.push_back(host);
        const auto facts = rank < report.facts.size() ? report.facts[rank] : nlohmann::ordered_json::object();
        shown.rows.push_back({host, std::to_string(std::ranges::count(report.hosts, host)), text_of(facts, "name"),
                              text_of(facts, "cores"), text_of(facts, "cpu"), text_of(facts, "kernel"),
                              text_of(facts, "governor"), text_of(facts, "clock"), text_of(facts, "congestion_control"),
                              text_of(facts, "load")});
    }
    return html::element(shown);
}

std::string speeds_table(const advisor::problem& problem, const advisor::survey& found) {
    std::vector<std::size_t> ranks(found.speeds.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    std::ranges::stable_sort(ranks, std::greater<>(), [&](std::size_t rank) { return found.speeds[rank]; });
    html::table shown{
        "Speeds, measured on all tasks at once", {{"Rank"}, {"Host", false}, {"Mflop/s"}, {"Remark", false}}, {}};
    for (const auto rank : ranks)
        shown.rows.push_back({std::to_string(rank), found.reports.at(0).hosts.at(rank),
                              mflops_of(problem, found.speeds[rank]), speed_remark(found, rank)});
    return html::element(shown);
}

std::string partition_figures(const advisor::problem& problem, const advisor::survey& found) {
    std::vector<std::string> pictures;
    for (std::size_t i = 0; i < found.partitions.size(); ++i) {
        if (found.first_with_partition_of(i) != i) continue;
        std::vector<std::string> names;
        for (std::size_t j = i; j < found.partitions.size(); ++j)
            if (found.first_with_partition_of(j) == i) names.push_back(problem.methods.at(j));
        const auto caption = fmt::format("{}", fmt::join(names, ", "));
        pictures.push_back(html::figure(
            svg_picture(found.partitions[i].parts, part::speeds(found.partitions[i].speeds), caption),
            found.partitions[i].settled ? "" : "Partition and speeds still changed when the search for them ended."));
    }
    return html::figures(pictures);
}

std::string ring_figure(const advisor::survey& found) {
    auto sizes = advisor::published_ring(found.exchanges);
    if (sizes.empty()) return {};
    std::ranges::sort(sizes, {}, &advisor::size_samples::bytes);
    const auto ring = ring_network_of(found.exchanges);
    chart drawn{"Ring: time of a message against its size",
                {"message (bytes)", axis_kind::logarithmic},
                {"time (microseconds)", axis_kind::logarithmic},
                {}};
    chart_series measured{"measured: median and its 95 % interval", page_colour::observed, true, false, {}};
    chart_series held_out{"measured, left out of the fit", page_colour::held_out, true, false, {}};
    for (const auto& size : sizes)
        (is_held_out(ring, size.bytes) ? held_out : measured).points.push_back(point_of(size));
    if (ring.fit) drawn.series.push_back(fitted_line(*ring.fit, sizes.front().bytes, sizes.back().bytes));
    drawn.series.push_back(std::move(measured));
    if (!held_out.points.empty()) drawn.series.push_back(std::move(held_out));
    return html::figure(svg_chart(drawn),
                        ring.fit ? "Each task sends one message to the right and receives one from the left."
                                 : "No line can be fitted: " + (ring.reason.empty() ? ring.why_not : ring.reason));
}

}  // namespace banyan::tools
