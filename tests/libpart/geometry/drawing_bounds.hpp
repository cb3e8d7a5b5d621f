// Proven bounds of the half-perimeters of a floorplan drawn with given areas, in exact rationals.
//
// The coordinates of such a drawing are algebraic numbers. They are not computed, but enclosed between rationals. Let
// the vertical segments be at x. The height of a room is its area / width. Let pull(v) be the sum of the heights of the
// rooms that end at segment v, minus the sum for the rooms that begin there. In the drawing, all inner pulls are 0.
//
// Claim: if all inner pulls at x are >= 0, no segment of x is east of its place in the drawing.
// Proof: otherwise, let S be the segments that are farthest east of their places. Compared with the drawing, a room
// that ends at S is at least as wide, and a room that begins at S is at most as wide. The difference is strict if the
// other segment of the room is not in S. The outer edges are never in S. So all pulls at S are <= 0, and one of them is
// < 0, which is a contradiction.
// In the same way, if all inner pulls are <= 0, no segment of x is west of its place.
//
// Both signs are decided exactly. The origin of x does not matter for the proof. Here it is the drawing of libpart,
// moved by a small step.
#pragma once

#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

#include "libpart/geometry/floorplan.hpp"
#include "tests/libpart/geometry/exact_oracles.hpp"

namespace banyan::testing {

using namespace part;

struct length_bounds {
    rational least;
    rational most;
};

class drawing_bounds {
  public:
    drawing_bounds(const floorplan& plan, std::vector<std::int64_t> weights)
        : plan_(plan), weights_(std::move(weights)), count_(static_cast<std::size_t>(plan.vertical)) {}

    /// Bounds for a grid of this size. most / least - 1 is about 1e-12. Throws if no bounds are found.
    [[nodiscard]] length_bounds half_perimeters(const grid& domain) const {
        const std::vector<double> areas(weights_.begin(), weights_.end());
        const std::optional<drawing> guess = drawn(plan_, areas, 1, 1);
        if (!guess) throw std::logic_error("a floorplan was not drawn");
        const std::vector<double> step = steps_east(guess->x);
        for (double size = 0x1p-49; size < 0x1p-20; size *= 4) {
            const places west = moved(guess->x, step, -size);
            const places east = moved(guess->x, step, size);
            if (rooms_have_width(west, east) && pulls_have_sign(west, 1) && pulls_have_sign(east, -1))
                return between(west, east, domain);
        }
        throw std::logic_error("a drawing was not enclosed");
    }

  private:
    using places = std::vector<rational>;

    static std::size_t at(int segment) { return static_cast<std::size_t>(segment); }

    /// The movement of the segments if the same force pulls each inner one east. Solved in doubles. The longest step is
    /// 1.
    [[nodiscard]] std::vector<double> steps_east(const std::vector<double>& x) const {
        std::vector<double> step(count_, 0.0);
        for (int pass = 0; pass < 200; ++pass)
            for (std::size_t v = 2; v < count_; ++v) {
                double pull = 1;
                double stiffness = 0;
                for (std::size_t i = 0; i < weights_.size(); ++i) {
                    const std::size_t west = at(plan_.rooms[i].west);
                    const std::size_t east = at(plan_.rooms[i].east);
                    if (west != v && east != v) continue;
                    const double s = static_cast<double>(weights_[i]) / std::pow(x[east] - x[west], 2);
                    stiffness += s;
                    pull += s * step[west == v ? east : west];
                }
                step[v] = pull / stiffness;
            }
        const double longest = *std::ranges::max_element(step);
        for (double& s : step)
            s /= longest > 0 ? longest : 1;
        return step;
    }

    static places moved(const std::vector<double>& x, const std::vector<double>& step, double size) {
        places result{0, 1};
        for (std::size_t v = 2; v < x.size(); ++v)
            result.emplace_back(x[v] + size * step[v]);
        return result;
    }

    [[nodiscard]] bool rooms_have_width(const places& west, const places& east) const {
        return std::ranges::all_of(plan_.rooms, [&](const room& r) { return west[at(r.east)] > east[at(r.west)]; });
    }

    /// Whether every inner pull is 0 or has this sign.
    [[nodiscard]] bool pulls_have_sign(const places& x, int sign) const {
        places pulls(count_, rational(0));
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            const room& r = plan_.rooms[i];
            const rational height = weights_[i] / rational(x[at(r.east)] - x[at(r.west)]);
            pulls[at(r.east)] += height;
            pulls[at(r.west)] -= height;
        }
        return std::all_of(pulls.begin() + 2, pulls.end(), [&](const rational& pull) { return pull * sign >= 0; });
    }

    [[nodiscard]] length_bounds between(const places& west, const places& east, const grid& domain) const {
        const std::int64_t total = std::accumulate(weights_.begin(), weights_.end(), std::int64_t{0});
        length_bounds sum{0, 0};
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            const room& r = plan_.rooms[i];
            const rational narrowest = west[at(r.east)] - east[at(r.west)];
            const rational widest = east[at(r.east)] - west[at(r.west)];
            const rational area = rational(weights_[i]) / total;
            sum.least += narrowest * domain.cols() + area / widest * domain.rows();
            sum.most += widest * domain.cols() + area / narrowest * domain.rows();
        }
        return sum;
    }

    const floorplan& plan_;
    std::vector<std::int64_t> weights_;
    std::size_t count_;
};

}  // namespace banyan::testing
