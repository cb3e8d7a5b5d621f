// TILE of Kaddoura, Ranka & Wang 1995 (section 6.2, Figure 14): strips as in xy, but if the remaining width is less
// than the height, the next strips have the other direction and start again with one processor. After a turn there are
// at least two strips, because a single strip of all remaining processors would be cut as before the turn. Table 4 of
// the paper shows that its program did not try such strips (docs/papers.md). They never reduce the cut length, but they
// save messages.
//
// Depth-first search in the order of the procedure. A branch ends if its lines and corners, plus the least
// half-perimeters that the remaining processors can have, cost as much as the best layout so far.
#include <cmath>
#include <limits>

#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/cheapest_groups.hpp"
#include "libpart/methods/strip_search.hpp"
#include "libpart/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

struct strip {
    std::size_t count;
    cut direction;  ///< of the line after it
};

cut_tree tree_of_strips(std::span<const strip> layout, processor_list processors) {
    const cut direction = layout.front().direction;
    std::vector<cut_tree> parts;
    while (!layout.empty() && layout.front().direction == direction) {
        parts.push_back(strips(across(direction), processors.first(layout.front().count)));
        processors = processors.subspan(layout.front().count);
        layout = layout.subspan(1);
    }
    if (!layout.empty()) parts.push_back(tree_of_strips(layout, processors));
    return joined(direction, std::move(parts));
}

class tiling {
  public:
    tiling(const grid& wide, processor_list processors, double latency)
        : rows_(static_cast<double>(wide.rows())),
          cols_(static_cast<double>(wide.cols())),
          slack_(coincidence * cols_),
          latency_(latency),
          sums_(prefix_shares(processors)),
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

    /// The remaining processors, from `placed` on, and their area: rows x cols at (row, col). `length`: lines so far.
    struct state {
        std::size_t placed;
        std::size_t least;  ///< processors in the next strip
        double row, col, rows, cols;
        cut direction;
        bool turned;  ///< whether the direction changed before the next strip
        double length;

        [[nodiscard]] bool vertical() const { return direction == cut::vertical; }
        /// The length of a line between strips, and of the side that the strips share.
        [[nodiscard]] double line() const { return vertical() ? rows : cols; }
        [[nodiscard]] double along() const { return vertical() ? cols : rows; }
    };

    [[nodiscard]] std::size_t processors() const { return sums_.size() - 1; }

    [[nodiscard]] double cost(double length) const {
        return length + latency_ * static_cast<double>(corners_.size() + processors() - 1);
    }

    /// A lower bound of the lines that the remaining processors need.
    [[nodiscard]] double rest(const state& now) const {
        return std::max(0.0, 2 * (roots_.back() - roots_[now.placed]) - now.rows - now.cols);
    }

    void extend(const state& now) {
        if (cost(now.length + rest(now)) >= best_ * (1 - cost_slack)) return;
        const std::size_t left = processors() - now.placed;
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
        if (next.placed == processors()) {
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

    /// Adds the ends of the line after the strip and of the cuts inside it.
    void add_corners(const state& now, std::size_t count, double width) {
        const bool last = now.placed + count == processors();
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
    std::vector<double> roots_;  ///< prefix sums of the sides of squares with the processors' areas
    std::vector<point> corners_;
    std::vector<strip> layout_;
    double best_ = std::numeric_limits<double>::max();
    std::vector<strip> best_layout_;
};

}  // namespace

cut_tree cheapest_tiles(const grid& domain, processor_list processors, double latency) {
    if (processors.size() > max_tiled) return cheapest_strips(domain, processors, ways::both, latency);
    return on_wide_grid(
        domain, [&](const grid& wide) { return tree_of_strips(tiling(wide, processors, latency).run(), processors); });
}

cut_tree tile(const grid& domain, processor_list processors) {
    return cheapest_tiles(domain, processors, 0);
}

}  // namespace banyan::part
