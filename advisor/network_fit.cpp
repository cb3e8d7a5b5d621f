#include "advisor/network_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace banyan::advisor {
namespace {

struct point {
    double bytes;
    double seconds;
    double relative_variance;  // of the median, from the spread of its rounds
};

double relative_variance_of_median(const std::vector<double>& seconds, double middle) {
    return std::pow(median_interval(seconds).half_width() / (1.96 * middle), 2);
}

std::vector<point> medians_by_size(std::span<const size_samples> sizes) {
    std::vector<point> points;
    for (const auto& size : sizes) {
        const double seconds = median(size.seconds);
        if (!(seconds > 0) || !(size.bytes >= 0) || !std::isfinite(seconds) || !std::isfinite(size.bytes))
            throw std::invalid_argument(fmt::format(
                "a network sample of {} bytes in {} s: sizes must be >= 0, times > 0", size.bytes, seconds));
        points.push_back({size.bytes, seconds, relative_variance_of_median(size.seconds, seconds)});
    }
    std::sort(points.begin(), points.end(), [](const point& a, const point& b) { return a.bytes < b.bytes; });
    return points;
}

// Whether this size is held out: one in five, never the smallest or largest of its five.
bool is_held_out(std::size_t index) {
    return index % 5 == 2;
}

struct line {
    double offset;
    double slope;
    double offset_error;  // standard errors
    double slope_error;
};

// Least squares of (measured - line) / expected[i].
line line_relative_to(const std::vector<point>& points, const std::vector<double>& expected) {
    double sw = 0, swx = 0, swy = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double w = 1 / (expected[i] * expected[i]);
        sw += w, swx += w * points[i].bytes, swy += w * points[i].seconds;
    }
    const double mean_x = swx / sw, mean_y = swy / sw;
    double sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double w = 1 / (expected[i] * expected[i]);
        sxx += w * (points[i].bytes - mean_x) * (points[i].bytes - mean_x);
        sxy += w * (points[i].bytes - mean_x) * (points[i].seconds - mean_y);
    }
    if (!(sxx > 0)) throw not_identifiable("all messages have the same size");
    const double slope = sxy / sxx;
    const double offset = mean_y - slope * mean_x;
    double residual = 0, spread = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        residual += std::pow((points[i].seconds - offset - slope * points[i].bytes) / expected[i], 2);
        spread += points[i].relative_variance;
    }
    // A few points can lie on a line by chance, so the line is not taken as more exact than the points themselves.
    const auto n = static_cast<double>(points.size());
    const double variance = std::max(residual / (n - 2), spread / n);
    return {offset, slope, std::sqrt(variance * (1 / sw + mean_x * mean_x / sxx)), std::sqrt(variance / sxx)};
}

// Weights from the measured times would favour sizes whose samples are too fast by chance. So the weights are computed
// again from the fitted line.
line weighted_line(const std::vector<point>& points) {
    std::vector<double> expected;
    for (const auto& p : points) {
        expected.push_back(p.seconds);
    }
    auto found = line_relative_to(points, expected);
    for (int pass = 0; pass < 5; ++pass) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double on_line = found.offset + found.slope * points[i].bytes;
            if (on_line > 0) expected[i] = on_line;
        }
        found = line_relative_to(points, expected);
    }
    return found;
}

void refuse_unless_positive(const line& fitted, double half_offset, double half_slope) {
    if (!(fitted.offset > 0))
        throw not_identifiable(fmt::format("the fitted latency is {:.3g} +- {:.2g} s", fitted.offset, half_offset));
    if (!(fitted.slope > 0))
        throw not_identifiable(fmt::format("the fitted time per byte is {:.3g} +- {:.2g} s", fitted.slope, half_slope));
}

}  // namespace

double network_fit::worst_held_out_error() const {
    double worst = 0;
    for (const auto& size : held_out) {
        worst = std::max(worst, std::abs(size.relative_error()));
    }
    return worst;
}

network_fit fit_network(std::span<const size_samples> sizes) {
    const auto points = medians_by_size(sizes);
    std::vector<point> fitted;
    network_fit result;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points.size() >= 5 && is_held_out(i))
            result.held_out.push_back({points[i].bytes, points[i].seconds, 0});
        else
            fitted.push_back(points[i]);
    }
    if (fitted.size() < 3) throw not_identifiable(fmt::format("{} message sizes, at least 3 are needed", sizes.size()));
    const auto found = weighted_line(fitted);
    const double t =
        boost::math::quantile(boost::math::students_t_distribution<>(static_cast<double>(fitted.size() - 2)), 0.975);
    refuse_unless_positive(found, t * found.offset_error, t * found.slope_error);
    result.lambda_s = found.offset;
    result.tau_s_per_byte = found.slope;
    result.lambda_ci95 = {found.offset - t * found.offset_error, found.offset + t * found.offset_error};
    result.tau_ci95 = {found.slope - t * found.slope_error, found.slope + t * found.slope_error};
    for (auto& size : result.held_out) {
        size.predicted_s = result.seconds(size.bytes);
    }
    return result;
}

network_fit fit_floor(std::span<const size_samples> sizes) {
    std::vector<size_samples> shortest;
    for (const auto& size : sizes) {
        shortest.push_back({size.bytes, {}});
        if (!size.seconds.empty()) shortest.back().seconds.push_back(*std::ranges::min_element(size.seconds));
    }
    return fit_network(shortest);
}

}  // namespace banyan::advisor
