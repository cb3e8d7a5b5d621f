#include "advisor/line_segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <optional>

namespace banyan::advisor {
namespace {

constexpr std::size_t fewest_sizes_of_segment = 3;  // of a segment: two would always lie on a line
constexpr int most_segments = 3;
constexpr double smallest_scatter_of_median = 0.01;  // no median is taken as more exact

struct size_point {
    double bytes;
    double seconds;
    double error_s;  // standard error of the median
};

std::vector<size_point> points_of(std::span<const size_samples> sizes) {
    std::vector<size_point> points;
    for (const auto& size : sizes) {
        const double seconds = median(size.seconds);
        if (!(seconds > 0) || !(size.bytes >= 0))
            throw std::invalid_argument("a network sample needs a size >= 0 and a time > 0");
        const double scatter = median_interval(size.seconds).half_width() / 1.96;
        points.push_back({size.bytes, seconds, std::max(scatter, smallest_scatter_of_median * seconds)});
    }
    std::ranges::sort(points, {}, &size_point::bytes);
    return points;
}

struct fitted_segment {
    line_segment line;
    double chi_square = 0;
};

fitted_segment fit_one(std::span<const size_point> points) {
    double sw = 0, swx = 0, swy = 0;
    for (const auto& p : points) {
        const double w = 1 / (p.error_s * p.error_s);
        sw += w, swx += w * p.bytes, swy += w * p.seconds;
    }
    const double mean_x = swx / sw, mean_y = swy / sw;
    double sxx = 0, sxy = 0;
    for (const auto& p : points) {
        const double w = 1 / (p.error_s * p.error_s);
        sxx += w * (p.bytes - mean_x) * (p.bytes - mean_x);
        sxy += w * (p.bytes - mean_x) * (p.seconds - mean_y);
    }
    if (!(sxx > 0)) throw not_identifiable("all messages have the same size");
    fitted_segment found;
    auto& line = found.line;
    line.from_bytes = points.front().bytes;
    line.to_bytes = points.back().bytes;
    line.slope_s_per_byte = sxy / sxx;
    line.offset_s = mean_y - line.slope_s_per_byte * mean_x;
    for (const auto& p : points) {
        found.chi_square += std::pow((p.seconds - line.seconds(p.bytes)) / p.error_s, 2);
    }
    // The errors of the medians are known from their samples; a worse fit makes the intervals wider.
    const auto freedom = static_cast<double>(points.size() - 2);
    const double scale = std::sqrt(std::max(found.chi_square / freedom, 1.0));
    const double t = boost::math::quantile(boost::math::students_t_distribution<>(freedom), 0.975);
    const double half_slope = t * scale * std::sqrt(1 / sxx);
    const double half_offset = t * scale * std::sqrt(1 / sw + mean_x * mean_x / sxx);
    line.slope_ci95 = {line.slope_s_per_byte - half_slope, line.slope_s_per_byte + half_slope};
    line.offset_ci95 = {line.offset_s - half_offset, line.offset_s + half_offset};
    return found;
}

// All divisions of the points into `segments` segments; calls `use` with the ends (one past the last size_point).
template <class Use>
void for_each_division(std::size_t begin, std::size_t end, int segments, std::vector<std::size_t>& ends,
                       const Use& use) {
    if (segments == 1) {
        if (end - begin < fewest_sizes_of_segment) return;
        ends.push_back(end);
        use(ends);
        ends.pop_back();
        return;
    }
    for (std::size_t cut = begin + fewest_sizes_of_segment; cut + fewest_sizes_of_segment <= end; ++cut) {
        ends.push_back(cut);
        for_each_division(cut, end, segments - 1, ends, use);
        ends.pop_back();
    }
}

struct division {
    std::vector<line_segment> lines;
    double bic = std::numeric_limits<double>::infinity();
};

division fit_division(std::span<const size_point> points, const std::vector<std::size_t>& ends) {
    division found;
    double chi_square = 0;
    std::size_t begin = 0;
    for (const auto end : ends) {
        const auto one = fit_one(points.subspan(begin, end - begin));
        found.lines.push_back(one.line);
        chi_square += one.chi_square;
        begin = end;
    }
    const auto numbers = 3 * static_cast<double>(ends.size()) - 1;  // two of each line, and the places of the cuts
    found.bic = chi_square + numbers * std::log(static_cast<double>(points.size()));
    return found;
}

}  // namespace

std::vector<line_segment> fit_segments(std::span<const size_samples> sizes) {
    const auto points = points_of(sizes);
    if (points.size() < fewest_sizes_of_segment)
        throw not_identifiable(fmt::format("{} message sizes, at least 3 are needed", points.size()));
    division best;
    std::vector<std::size_t> ends;
    for (int segments = 1; segments <= most_segments; ++segments) {
        for_each_division(0, points.size(), segments, ends, [&](const auto& division_ends) {
            auto found = fit_division(points, division_ends);
            if (found.bic < best.bic) best = std::move(found);
        });
    }
    for (const auto& line : best.lines) {
        if (!(line.slope_s_per_byte > 0))
            throw not_identifiable(fmt::format("the fitted time per byte of {:.0f} to {:.0f} bytes is {:.3g} s",
                                               line.from_bytes, line.to_bytes, line.slope_s_per_byte));
    }
    return best.lines;
}

}  // namespace banyan::advisor
