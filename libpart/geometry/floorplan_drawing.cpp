// The drawing of a floorplan with given areas: Newton's method for the x coordinates that maximise the sum of area
// log(width).
#include <algorithm>
#include <array>
#include <cmath>

#include "libpart/geometry/floorplan.hpp"

namespace banyan::part {
namespace {

constexpr int max_steps = 100;
/// At this Newton decrement, x is exact to the precision of a double, because each further step squares the decrement.
constexpr double converged = 1e-18;
constexpr double most_of_the_way = 0.9;  // of the step that would make a room vanish

/// One room between two segments, in one dimension.
struct interval {
    int from;
    int to;
    double area;
};

/// The positions of the segments in 0 .. 1; segments 0 and 1 are fixed at the ends.
class positions {
  public:
    positions(std::span<const interval> rooms, int segments)
        : rooms_(rooms), count_(static_cast<std::size_t>(segments)), at_(evenly()), direction_(count_, 0.0) {}

    bool converge() {
        for (int step = 0; step < max_steps; ++step) {
            const double decrement = aim();
            if (!(decrement >= 0)) return false;
            if (count_ == 2) return true;
            move(step_length(decrement));
            if (decrement < converged) return true;
        }
        return false;
    }

    [[nodiscard]] const std::vector<double>& at() const { return at_; }
    [[nodiscard]] double width(const interval& r) const { return at(r.to) - at(r.from); }

  private:
    [[nodiscard]] double at(int segment) const { return at_[static_cast<std::size_t>(segment)]; }

    /// Start positions: the length of the longest chain of rooms west of each segment.
    [[nodiscard]] std::vector<double> evenly() const {
        std::vector<int> level(count_, 0);
        for (std::size_t pass = 0; pass < count_; ++pass)
            for (const interval& r : rooms_)
                level[static_cast<std::size_t>(r.to)] =
                    std::max(level[static_cast<std::size_t>(r.to)], level[static_cast<std::size_t>(r.from)] + 1);
        std::vector<double> places;
        for (int l : level)
            places.push_back(static_cast<double>(l) / level[1]);
        return places;
    }

    /// Computes the Newton direction; returns the Newton decrement, gradient x direction.
    double aim() {
        const std::size_t n = count_ - 2;
        std::vector<double> gradient(n, 0.0);
        std::vector<double> matrix(n * n, 0.0);
        for (const interval& r : rooms_) {
            const double pull = r.area / width(r);
            const double stiffness = pull / width(r);
            const int to = r.to - 2;
            const int from = r.from - 2;
            const auto entry = [&](int i, int j) -> double& {
                return matrix[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)];
            };
            if (to >= 0) {
                gradient[static_cast<std::size_t>(to)] += pull;
                entry(to, to) += stiffness;
            }
            if (from >= 0) {
                gradient[static_cast<std::size_t>(from)] -= pull;
                entry(from, from) += stiffness;
            }
            if (to >= 0 && from >= 0) {
                entry(to, from) -= stiffness;
                entry(from, to) -= stiffness;
            }
        }
        solve(matrix, gradient);
        return decrement_;
    }

    /// Solves by Cholesky decomposition; the matrix is positive definite.
    void solve(std::vector<double>& matrix, const std::vector<double>& gradient) {
        const std::size_t n = gradient.size();
        std::vector<double> result = gradient;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                double sum = matrix[i * n + j];
                for (std::size_t k = 0; k < j; ++k)
                    sum -= matrix[i * n + k] * matrix[j * n + k];
                matrix[i * n + j] = i == j ? std::sqrt(sum) : sum / matrix[j * n + j];
            }
            for (std::size_t k = 0; k < i; ++k)
                result[i] -= matrix[i * n + k] * result[k];
            result[i] /= matrix[i * n + i];
        }
        decrement_ = 0;
        for (double r : result)
            decrement_ += r * r;
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t k = i + 1; k < n; ++k)
                result[i] -= matrix[k * n + i] * result[k];
            result[i] /= matrix[i * n + i];
        }
        std::ranges::copy(result, direction_.begin() + 2);
    }

    [[nodiscard]] double gain(double length) const {
        double sum = 0;
        for (const interval& r : rooms_)
            sum += r.area * std::log1p(length * growth(r) / width(r));
        return sum;
    }

    [[nodiscard]] double growth(const interval& r) const {
        return direction_[static_cast<std::size_t>(r.to)] - direction_[static_cast<std::size_t>(r.from)];
    }

    /// The length of the step: 1 if no room vanishes and the sum grows enough, else less.
    [[nodiscard]] double step_length(double decrement) const {
        constexpr double enough = 0.1;
        constexpr double near = 1e-12;  // smaller gains are lost in rounding
        double length = 1;
        for (const interval& r : rooms_)
            if (growth(r) < 0) length = std::min(length, most_of_the_way * width(r) / -growth(r));
        while (decrement > near && length > near && gain(length) < enough * length * decrement)
            length /= 2;
        return length;
    }

    void move(double length) {
        for (std::size_t i = 2; i < count_; ++i)
            at_[i] += length * direction_[i];
    }

    std::span<const interval> rooms_;
    std::size_t count_;
    std::vector<double> at_;
    std::vector<double> direction_;
    double decrement_ = 0;
};

/// The coordinates of the other dimension: each room has the height area / width.
std::vector<double> stacked(std::span<const room> rooms, std::span<const double> heights, int segments, bool by_rows) {
    std::vector<double> at(static_cast<std::size_t>(segments), -1.0);
    at[0] = 0;
    at[1] = 1;
    for (std::size_t pass = 0; pass < rooms.size(); ++pass)
        for (std::size_t i = 0; i < rooms.size(); ++i) {
            const auto from = static_cast<std::size_t>(by_rows ? rooms[i].north : rooms[i].west);
            const auto to = static_cast<std::size_t>(by_rows ? rooms[i].south : rooms[i].east);
            if (to >= 2 && at[to] < 0 && at[from] >= 0) at[to] = at[from] + heights[i];
        }
    return at;
}

}  // namespace

std::optional<drawing> drawn(const floorplan& plan, std::span<const double> areas, double rows, double cols) {
    double total = 0;
    for (double area : areas)
        total += area;
    const bool by_cols = plan.vertical <= plan.horizontal;  // solves for the dimension with fewer coordinates
    std::vector<interval> intervals;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const room& r = plan.rooms[i];
        intervals.push_back({by_cols ? r.west : r.north, by_cols ? r.east : r.south, areas[i] / total});
    }
    positions first(intervals, by_cols ? plan.vertical : plan.horizontal);
    if (!first.converge()) return std::nullopt;

    std::vector<double> heights;
    drawing result{first.at(), {}, 0};
    for (const interval& r : intervals) {
        const double width = first.width(r);
        heights.push_back(r.area / width);
        result.half_perimeters += by_cols ? width * cols + heights.back() * rows : width * rows + heights.back() * cols;
    }
    result.y = stacked(plan.rooms, heights, by_cols ? plan.horizontal : plan.vertical, by_cols);
    if (!by_cols) std::swap(result.x, result.y);
    for (double& x : result.x)
        x *= cols;
    for (double& y : result.y)
        y *= rows;
    return result;
}

}  // namespace banyan::part
