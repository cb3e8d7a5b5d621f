#include "libpart/geometry/quadrilateral_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "libpart/geometry/conjugate_gradients.hpp"

namespace banyan::part {
namespace {

double largest(const std::vector<double>& values) {
    double result = 0;
    for (double value : values)
        result = std::max(result, std::abs(value));
    return result;
}

/// Whether one of its diagonals divides the quadrilateral into two triangles of at least this area. Then its sides do
/// not cross.
bool is_simple(const std::array<plane_point, 4>& q, double least) {
    const auto split = [&](std::size_t from) {
        const plane_point& a = q[from];
        const plane_point& c = q[from + 2];  // from: 0 or 1
        return std::min(turn(a, q[from + 1], c), turn(a, c, q[(from + 3) % 4])) >= 2 * least;
    };
    return split(0) || split(1);
}

/// The prefix sums of the values, beginning with 0, as fractions of their sum.
std::vector<double> cuts_between(const std::vector<double>& values) {
    std::vector<double> cuts{0};
    for (double value : values)
        cuts.push_back(cuts.back() + value);
    const double total = cuts.back();
    for (double& cut : cuts)
        cut /= total;
    return cuts;
}

}  // namespace

quadrilateral_lattice::quadrilateral_lattice(std::int64_t down, std::int64_t across, double width, double height,
                                             std::vector<double> targets)
    : down_(down),
      across_(across),
      targets_(std::move(targets)),
      points_(static_cast<std::size_t>((down + 1) * (across + 1))) {
    start(width, height);
}

double quadrilateral_lattice::target(std::int64_t row, std::int64_t col) const {
    return targets_[static_cast<std::size_t>(row * across_ + col)];
}

void quadrilateral_lattice::start(double width, double height) {
    const bool columns = down_ <= across_;  // whether the groups are columns
    const std::int64_t groups = columns ? across_ : down_;
    const std::int64_t members = columns ? down_ : across_;
    std::vector<double> sums;
    std::vector<std::vector<double>> inside;
    for (std::int64_t group = 0; group < groups; ++group) {
        std::vector<double> shares;
        for (std::int64_t i = 0; i < members; ++i)
            shares.push_back(columns ? target(i, group) : target(group, i));
        sums.push_back(std::accumulate(shares.begin(), shares.end(), 0.0));
        inside.push_back(cuts_between(shares));
    }
    const std::vector<double> lines = cuts_between(sums);
    for (std::int64_t line = 0; line <= groups; ++line)
        for (std::int64_t i = 0; i <= members; ++i) {
            const auto& before = inside[static_cast<std::size_t>(std::max<std::int64_t>(line - 1, 0))];
            const auto& after = inside[static_cast<std::size_t>(std::min(line, groups - 1))];
            const double along = lines[static_cast<std::size_t>(line)];
            const double within = (before[static_cast<std::size_t>(i)] + after[static_cast<std::size_t>(i)]) / 2;
            points_[static_cast<std::size_t>(columns ? i * (across_ + 1) + line : line * (across_ + 1) + i)] =
                columns ? plane_point{along * width, within * height} : plane_point{within * width, along * height};
        }
}

std::array<std::size_t, 4> quadrilateral_lattice::corner_indices(std::int64_t i) const {
    const auto top_left = static_cast<std::size_t>(i / across_ * (across_ + 1) + i % across_);
    const auto bottom_left = top_left + static_cast<std::size_t>(across_ + 1);
    return {top_left, top_left + 1, bottom_left + 1, bottom_left};
}

std::array<plane_point, 4> quadrilateral_lattice::corners(std::int64_t i) const {
    const auto at = corner_indices(i);
    return {points_[at[0]], points_[at[1]], points_[at[2]], points_[at[3]]};
}

double quadrilateral_lattice::area(std::int64_t i) const {
    const auto q = corners(i);
    return (turn(q[0], q[1], q[2]) + turn(q[0], q[2], q[3])) / 2;
}

quadrilateral_lattice::values quadrilateral_lattice::residuals() const {
    values result(targets_.size());
    for (std::size_t i = 0; i < targets_.size(); ++i)
        result[i] = targets_[i] - area(static_cast<std::int64_t>(i));
    return result;
}

/// The transposed derivative of the areas, times `factors`: x and y of every point, 0 for the points that may not move.
quadrilateral_lattice::values quadrilateral_lattice::jacobian_transposed_times(const values& factors) const {
    values result(2 * points_.size());
    for (std::int64_t i = 0; i < size(); ++i) {
        const auto at = corner_indices(i);
        const double factor = factors[static_cast<std::size_t>(i)] / 2;
        for (std::size_t k = 0; k < 4; ++k) {
            const plane_point& before = points_[at[(k + 3) % 4]];
            const plane_point& after = points_[at[(k + 1) % 4]];
            result[2 * at[k]] += factor * (after.y - before.y);
            result[2 * at[k] + 1] += factor * (before.x - after.x);
        }
    }
    for (std::size_t point = 0; point < points_.size(); ++point) {
        const auto row = static_cast<std::int64_t>(point) / (across_ + 1);
        const auto col = static_cast<std::int64_t>(point) % (across_ + 1);
        if (col == 0 || col == across_) result[2 * point] = 0;
        if (row == 0 || row == down_) result[2 * point + 1] = 0;
    }
    return result;
}

quadrilateral_lattice::values quadrilateral_lattice::jacobian_times(const values& moves) const {
    values result(static_cast<std::size_t>(size()));
    for (std::int64_t i = 0; i < size(); ++i) {
        const auto at = corner_indices(i);
        double change = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const plane_point& before = points_[at[(k + 3) % 4]];
            const plane_point& after = points_[at[(k + 1) % 4]];
            change += moves[2 * at[k]] * (after.y - before.y) + moves[2 * at[k] + 1] * (before.x - after.x);
        }
        result[static_cast<std::size_t>(i)] = change / 2;
    }
    return result;
}

/// The least moves that change the areas by `changes`, to first order: J^T y with J J^T y = changes.
quadrilateral_lattice::values quadrilateral_lattice::least_norm_moves(const values& changes) const {
    constexpr std::size_t most_rounds = 200;
    return jacobian_transposed_times(conjugate_gradients(changes, most_rounds, 1e-20, [this](const values& direction) {
        return jacobian_times(jacobian_transposed_times(direction));
    }));
}

bool quadrilateral_lattice::simple() const {
    constexpr double least_share = 1e-3;  // of the target area, in each of the two triangles
    for (std::int64_t i = 0; i < size(); ++i)
        if (!is_simple(corners(i), least_share * targets_[static_cast<std::size_t>(i)])) return false;
    return true;
}

/// One damped step; false if even a short one does not reduce the residuals.
bool quadrilateral_lattice::step(const values& missing) {
    const values moves = least_norm_moves(missing);
    const std::vector<plane_point> before = points_;
    const double distance = dot(missing, missing);
    for (double length = 1; length > 1e-4; length /= 2) {
        for (std::size_t i = 0; i < points_.size(); ++i)
            points_[i] = {before[i].x + length * moves[2 * i], before[i].y + length * moves[2 * i + 1]};
        const values left = residuals();
        if (dot(left, left) < distance && simple()) return true;
    }
    points_ = before;
    return false;
}

double quadrilateral_lattice::fit(double slack) {
    constexpr int most_steps = 40;
    values missing = residuals();
    for (int i = 0; i < most_steps && largest(missing) > slack; ++i) {
        if (!step(missing)) break;
        missing = residuals();
    }
    for (std::size_t i = 0; i < missing.size(); ++i)
        missing[i] /= std::max(targets_[i], 1.0);
    return largest(missing);
}

}  // namespace banyan::part
