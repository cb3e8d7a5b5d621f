#include "advisor/speed_curve.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "advisor/statistics.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::advisor {
namespace {

constexpr int most_passes = 20;

std::vector<double> speeds_at(std::span<const speed_curve> processors, const std::vector<double>& cells) {
    std::vector<double> out;
    for (std::size_t i = 0; i < processors.size(); ++i) {
        out.push_back(processors[i].speed(cells[i]));
    }
    return out;
}

std::vector<double> shares_of(const part::partition& parts, const cell_work& work) {
    auto shares = work.of_processors(parts);
    for (double& cells : shares) {
        cells = std::max(1.0, cells);
    }
    return shares;
}

// Through the time that `seconds_of` chooses from the windows of each shape.
template <class SecondsOf>
speed_curve curve_through(const std::vector<shape>& shapes, const std::vector<std::vector<double>>& times,
                          SecondsOf seconds_of) {
    std::vector<speed_curve::point> points;
    for (std::size_t s = 0; s < times.size(); ++s) {
        const auto cells = static_cast<double>(shapes.at(s).cells());
        if (!times[s].empty()) points.push_back({cells, seconds_of(times[s]) / cells});
    }
    return speed_curve(std::move(points));
}

bool are_too_few(const std::vector<double>& windows) {
    return !windows.empty() && median_interval_places(windows.size()).coverage < 0.95;
}

}  // namespace

speed_curve::speed_curve(std::vector<point> points) : points_(std::move(points)) {
    if (points_.empty()) throw std::invalid_argument("a speed curve needs at least one measurement");
    for (const auto& p : points_) {
        if (!(p.cells > 0) || !(p.seconds_per_cell > 0))
            throw std::invalid_argument("a speed measurement needs cells and seconds above zero");
    }
    std::stable_sort(points_.begin(), points_.end(), [](const point& a, const point& b) { return a.cells < b.cells; });
    merge_equal_sizes();
}

// Joins points with the same number of cells into their mean.
void speed_curve::merge_equal_sizes() {
    std::vector<point> merged;
    double count = 0;
    for (const auto& p : points_) {
        if (merged.empty() || merged.back().cells != p.cells) {
            merged.push_back(p);
            count = 1;
        } else {
            ++count;
            merged.back().seconds_per_cell += (p.seconds_per_cell - merged.back().seconds_per_cell) / count;
        }
    }
    points_ = std::move(merged);
}

double speed_curve::seconds_per_cell(double cells) const {
    const auto above =
        std::lower_bound(points_.begin(), points_.end(), cells, [](const point& p, double c) { return p.cells < c; });
    if (above == points_.begin()) return points_.front().seconds_per_cell;
    if (above == points_.end()) return points_.back().seconds_per_cell;
    const auto below = above - 1;
    const double part = std::log(cells / below->cells) / std::log(above->cells / below->cells);
    return below->seconds_per_cell + part * (above->seconds_per_cell - below->seconds_per_cell);
}

speed_curve speed_curve::faster_by(double factor) const {
    auto points = points_;
    for (auto& p : points) {
        p.seconds_per_cell /= factor;
    }
    return speed_curve(std::move(points));
}

std::vector<speed_curve> speed_curves(const std::vector<std::vector<shape>>& shapes, const sweep_times& times) {
    std::vector<speed_curve> curves;
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
        curves.push_back(
            curve_through(shapes.at(rank), times[rank], [](const auto& windows) { return median(windows); }));
    }
    return curves;
}

std::vector<std::optional<interval>> speed_intervals(const std::vector<std::vector<shape>>& shapes,
                                                     const sweep_times& times, double cells) {
    std::vector<std::optional<interval>> found;
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
        const auto end_of = [&](double interval::*end) {
            return curve_through(shapes.at(rank), times[rank],
                                 [end](const auto& windows) { return median_interval(windows).*end; });
        };
        const auto slow = end_of(&interval::hi), fast = end_of(&interval::lo);
        if (std::ranges::any_of(times[rank], are_too_few))
            found.emplace_back();
        else
            found.emplace_back(interval{slow.speed(cells), fast.speed(cells)});
    }
    return found;
}

balanced_partition with_speeds(part::partition parts, std::span<const speed_curve> processors, const cell_work& work) {
    auto speeds = speeds_at(processors, shares_of(parts, work));
    return {std::move(parts), std::move(speeds), true};
}

balanced_partition balance(std::string_view method, const part::grid& domain, std::span<const speed_curve> processors,
                           const cell_work& work) {
    const auto equal = work.total(domain) / static_cast<double>(processors.size());
    auto speeds = speeds_at(processors, std::vector<double>(processors.size(), std::max(1.0, equal)));
    auto parts = part::make_partition(method, domain, part::speeds(speeds), work.options());
    for (int pass = 0; pass < most_passes; ++pass) {
        speeds = speeds_at(processors, shares_of(parts, work));
        auto next = part::make_partition(method, domain, part::speeds(speeds), work.options());
        if (next == parts) return {std::move(parts), std::move(speeds), true};
        parts = std::move(next);
    }
    return {std::move(parts), std::move(speeds), false};
}

}  // namespace banyan::advisor
