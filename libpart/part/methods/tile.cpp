// TILE of Kaddoura, Ranka & Wang 1995 (section 6.2, Figure 14): strips as in xy, but where less width than height
// remains the strips go on in the other direction, beginning again with one machine. A turn is followed by two strips
// or more: one strip of all the machines left would be cut as before the turn. Table 4 of the paper shows that its
// program did not try such strips (docs/partitioning.md); they never shorten the lines and save messages.
//
// Depth first in the order of the procedure. A branch ends when its lines and corners, with the least half-perimeters
// that the machines left can have, cost as much as the best layout so far.
#include <cmath>
#include <limits>

#include "libpart/part/exact_geometry.hpp"
#include "libpart/part/methods/cheapest_groups.hpp"
#include "libpart/part/methods/strip_search.hpp"
#include "libpart/part/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

struct strip {
    std::size_t count;
    cut direction;  ///< of the line behind it
};

cut_tree tree_of_strips(std::span<const strip> layout, machine_list machines) {
    const cut direction = layout.front().direction;
    std::vector<cut_tree> parts;
    while (!layout.empty() && layout.front().direction == direction) {
        parts.push_back(strips(across(direction), machines.first(layout.front().count)));
        machines = machines.subspan(layout.front().count);
        layout = layout.subspan(1);
    }
    if (!layout.empty()) parts.push_back(tree_of_strips(layout, machines));
    return joined(direction, std::move(parts));
}

class tiling {
  public:
    tiling(const grid& wide, machine_list machines, double latency)
        : rows_(static_cast<double>(wide.rows())),
          cols_(static_cast<double>(wide.cols())),
          slack_(coincidence * cols_),
          latency_(latency),
          sums_(prefix_shares(machines)),
          roots_{0} {
        for (std::size_t i = 0; i + 1 < sums_.size(); ++i)
            roots_.push_back(roots_.back() + std::sqrt((sums_[i + 1] - sums_[i]) * rows_ * cols_));
    }

    std::vector<strip> run() {
        extend({0, 1, 0, 0, rows_, cols_, cut::vertical, false, 0});
        return best_layout_;
    }

  private:
    struct point {
        double row, col;
    };

    /// What is left: the machines from `placed` on, on rows x cols at (row, col). `length`: lines so far.
    struct state {
        std::size_t placed;
        std::size_t least;  ///< machines in the next strip
        double row, col, rows, cols;
        cut direction;
        bool turned;  ///< since the strip before
        double length;

        [[nodiscard]] bool vertical() const { return direction == cut::vertical; }
        /// Length of a line between strips, and of the side that the strips share.
        [[nodiscard]] double line() const { return vertical() ? rows : cols; }
        [[nodiscard]] double along() const { return vertical() ? cols : rows; }
    };

    [[nodiscard]] std::size_t machines() const { return sums_.size() - 1; }

    [[nodiscard]] double cost(double length) const {
        return length + latency_ * static_cast<double>(corners_.size() + machines() - 1);
    }

    /// Lines that the rest needs at least.
    [[nodiscard]] double rest(const state& now) const {
        return std::max(0.0, 2 * (roots_.back() - roots_[now.placed]) - now.rows - now.cols);
    }

    void extend(const state& now) {
        if (cost(now.length + rest(now)) >= best_ * (1 - cost_slack)) return;
        const std::size_t left = machines() - now.placed;
        const std::size_t most = now.turned && left > 1 ? left - 1 : left;
        for (std::size_t count = now.least; count <= most; ++count) {
            const double width =
                now.along() * (sums_[now.placed + count] - sums_[now.placed]) / (1 - sums_[now.placed]);
            const bool turn = now.line() > (now.along() - width) * (1 + cost_slack);
            if (count < left && count > left - count && !turn) continue;  // the next strip would be smaller
            place(now, count, count == left ? now.along() : width, turn);
        }
    }

    void place(const state& now, std::size_t count, double width, bool turn) {
        const std::size_t corners_before = corners_.size();
        if (latency_ > 0) add_corners(now, count, width);
        layout_.push_back({count, now.direction});
        state next = now;
        next.placed += count;
        next.length += static_cast<double>(count - 1) * width;
        if (next.placed == machines()) {
            finish(next.length);
        } else {
            next.length += now.line();
            (now.vertical() ? next.col : next.row) += width;
            (now.vertical() ? next.cols : next.rows) -= width;
            next.least = turn ? 1 : count;
            next.turned = turn;
            if (turn) next.direction = across(now.direction);
            extend(next);
        }
        layout_.pop_back();
        corners_.resize(corners_before);
    }

    /// The ends of the line behind the strip and of the cuts inside it.
    void add_corners(const state& now, std::size_t count, double width) {
        const bool last = now.placed + count == machines();
        const double near = now.vertical() ? now.col : now.row;
        const double start = now.vertical() ? now.row : now.col;
        const double strip_share = sums_[now.placed + count] - sums_[now.placed];
        for (std::size_t i = 1; i < count; ++i) {
            const double at = start + now.line() * (sums_[now.placed + i] - sums_[now.placed]) / strip_share;
            add_corner(now, near, at);
            add_corner(now, near + width, at);
        }
        if (last) return;
        add_corner(now, near + width, start);
        add_corner(now, near + width, start + now.line());
    }

    void add_corner(const state& now, double along, double across_at) {
        const point p = now.vertical() ? point{across_at, along} : point{along, across_at};
        if (p.row <= slack_ || p.row >= rows_ - slack_ || p.col <= slack_ || p.col >= cols_ - slack_) return;
        for (const point& other : corners_)
            if (std::abs(other.row - p.row) <= slack_ && std::abs(other.col - p.col) <= slack_) return;
        corners_.push_back(p);
    }

    void finish(double length) {
        if (cost(length) >= best_ * (1 - cost_slack)) return;
        best_ = cost(length);
        best_layout_ = layout_;
    }

    double rows_;
    double cols_;
    double slack_;
    double latency_;
    std::vector<double> sums_;
    std::vector<double> roots_;  ///< sums of the sides of the squares of the first machines
    std::vector<point> corners_;
    std::vector<strip> layout_;
    double best_ = std::numeric_limits<double>::max();
    std::vector<strip> best_layout_;
};

}  // namespace

cut_tree cheapest_tiles(const grid& domain, machine_list machines, double latency) {
    if (machines.size() > max_tiled) return cheapest_strips(domain, machines, ways::both, latency);
    return on_wide_grid(
        domain, [&](const grid& wide) { return tree_of_strips(tiling(wide, machines, latency).run(), machines); });
}

cut_tree tile(const grid& domain, machine_list machines) {
    return cheapest_tiles(domain, machines, 0);
}

}  // namespace banyan::part
