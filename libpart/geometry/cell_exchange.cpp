#include "libpart/geometry/cell_exchange.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "libpart/geometry/conjugate_gradients.hpp"

namespace banyan::part {
namespace {

/// The edge between two quadrilaterals; seen from `from` to `to`, `first` is on its left. Cells flow from `first` to
/// `second`, or back if their number is negative.
struct border {
    std::size_t first, second;
    plane_point from, to;

    [[nodiscard]] double length() const { return std::hypot(to.x - from.x, to.y - from.y); }
    /// The capacity of the edge: its length in cell sides, at least half a side.
    [[nodiscard]] double width() const { return std::max(length(), 0.5); }
};

std::vector<border> borders_of(const quadrilateral_lattice& lattice) {
    std::vector<border> borders;
    for (std::int64_t i = 0; i < lattice.size(); ++i) {
        const auto q = lattice.corners(i);
        const auto here = static_cast<std::size_t>(i);
        if ((i + 1) % lattice.across() != 0) borders.push_back({here, here + 1, q[2], q[1]});
        if (i + lattice.across() < lattice.size())
            borders.push_back({here, here + static_cast<std::size_t>(lattice.across()), q[3], q[2]});
    }
    return borders;
}

struct cell_place {
    std::int64_t row, col;
};

/// The eight places around a cell in clockwise order; those with even numbers share a side with it.
constexpr std::array<cell_place, 8> places_around{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

/// The direction in which cells cross an edge; sign: 1 if the source is on its left.
struct side {
    const border& edge;
    std::size_t source, target;
    double sign;
};

class exchange {
  public:
    exchange(const grid& domain, const quadrilateral_lattice& lattice, const std::vector<std::int64_t>& wanted,
             std::vector<std::int32_t>& cells)
        : domain_(domain), borders_(borders_of(lattice)), wanted_(wanted), cells_(cells), surplus_(wanted.size()) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
            surplus_[i] = -wanted[i];
        for (std::int32_t owner : cells_)
            ++surplus_[static_cast<std::size_t>(owner)];
    }

    bool run() {
        constexpr int most_rounds = 30;
        constexpr int most_idle_rounds = 5;  // rounds without progress
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (int round = 0, idle_rounds = 0; round < most_rounds && idle_rounds < most_idle_rounds;
             ++round, ++idle_rounds) {
            const std::int64_t left = misplaced_cells();
            if (left == 0) return true;
            if (left < least) idle_rounds = 0;
            least = std::min(least, left);
            const std::vector<std::int64_t> flows = whole_flows(potentials());
            for (std::size_t i = 0; i < borders_.size(); ++i)
                transfer_cells(borders_[i], flows[i]);
        }
        return false;
    }

  private:
    using values = std::vector<double>;

    [[nodiscard]] std::int64_t misplaced_cells() const {
        std::int64_t cells = 0;
        for (std::int64_t surplus : surplus_)
            cells += std::abs(surplus);
        return cells;
    }

    /// The outflow of each quadrilateral if the flow over each border is its width times the difference of the
    /// potentials.
    [[nodiscard]] values outflow(const values& potential) const {
        values result(potential.size());
        for (const border& b : borders_) {
            const double flow = b.width() * (potential[b.first] - potential[b.second]);
            result[b.first] += flow;
            result[b.second] -= flow;
        }
        return result;
    }

    /// The potentials at which the outflow of each quadrilateral is its surplus. Their sum is 0.
    [[nodiscard]] values potentials() const {
        const values surplus(surplus_.begin(), surplus_.end());
        return conjugate_gradients(surplus, 2 * surplus.size(), 1e-12,
                                   [this](const values& potential) { return outflow(potential); });
    }

    /// Whole cells over each border. The differences from rounding are sent along a tree of borders to the last
    /// quadrilateral.
    [[nodiscard]] std::vector<std::int64_t> whole_flows(const values& potential) const {
        std::vector<std::int64_t> flows;
        std::vector<std::int64_t> left = surplus_;
        std::vector<std::size_t> next_border(surplus_.size(),
                                             borders_.size());  // the border to the right, or else the one below
        for (std::size_t i = 0; i < borders_.size(); ++i) {
            const border& b = borders_[i];
            flows.push_back(std::llround(b.width() * (potential[b.first] - potential[b.second])));
            left[b.first] -= flows.back();
            left[b.second] += flows.back();
            if (next_border[b.first] == borders_.size()) next_border[b.first] = i;
        }
        for (std::size_t i = 0; i + 1 < surplus_.size(); ++i) {  // the borders of the tree lead to higher numbers
            flows[next_border[i]] += left[i];
            left[borders_[next_border[i]].second] += left[i];
        }
        return flows;
    }

    struct candidate {
        double distance;  ///< from the line through the edge, on the source's side
        double along;
        cell_place place;
        friend bool operator>(const candidate& a, const candidate& b) {
            return std::pair(a.distance, a.along) > std::pair(b.distance, b.along);
        }
    };
    using candidates = std::priority_queue<candidate, std::vector<candidate>, std::greater<>>;

    /// Moves at most `count` cells, the nearest to the edge first. Each of them has a side in common with a cell of the
    /// target.
    void transfer_cells(const border& b, std::int64_t count) {
        if (count == 0) return;
        const side s{b, count > 0 ? b.first : b.second, count > 0 ? b.second : b.first, count > 0 ? 1.0 : -1.0};
        candidates next = beside(s, 2 + 2 * static_cast<double>(std::abs(count)) / b.width());
        for (std::int64_t left = std::abs(count); left > 0 && !next.empty();) {
            const cell_place place = next.top().place;
            next.pop();
            if (owner_at(place) != s.source || !removable(place, s.source)) continue;
            cells_[index(place)] = static_cast<std::int32_t>(s.target);
            --surplus_[s.source];
            ++surplus_[s.target];
            --left;
            if (surplus_[s.target] + wanted_[s.target] == 1)
                next = {};  // the first cell of the target: the others must touch it
            for (std::size_t i = 0; i < 8; i += 2)
                push(s, {place.row + places_around[i].row, place.col + places_around[i].col}, next);
        }
    }

    /// The cells to start from: cells of the source near the edge that touch the target, or all of them if the target
    /// has no cell.
    [[nodiscard]] candidates beside(const side& s, double reach) const {
        const bool any = surplus_[s.target] == -wanted_[s.target];
        const plane_point& from = s.edge.from;
        const plane_point& to = s.edge.to;
        candidates found;
        for (std::int64_t row = row_at(std::min(from.y, to.y) - reach); row <= row_at(std::max(from.y, to.y) + reach);
             ++row)
            for (std::int64_t col = col_at(std::min(from.x, to.x) - reach);
                 col <= col_at(std::max(from.x, to.x) + reach); ++col)
                if (owner_at({row, col}) == s.source && (any || touches({row, col}, s.target)))
                    push(s, {row, col}, found);
        return found;
    }

    /// Adds a cell of the source if it is next to the edge, or at most half a cell past its ends.
    void push(const side& s, const cell_place& place, candidates& to) const {
        if (owner_at(place) != s.source) return;
        const double length = std::max(s.edge.length(), 1e-9);
        const plane_point unit{(s.edge.to.x - s.edge.from.x) / length, (s.edge.to.y - s.edge.from.y) / length};
        const double x = static_cast<double>(place.col) + 0.5 - s.edge.from.x;
        const double y = static_cast<double>(place.row) + 0.5 - s.edge.from.y;
        const double along = x * unit.x + y * unit.y;
        if (along < -0.5 || along > length + 0.5) return;
        to.push({s.sign * (x * unit.y - y * unit.x), along, place});
    }

    /// Whether the owner's cells around this one stay connected without it. A cell without neighbours of its owner may
    /// be moved if the owner has others.
    [[nodiscard]] bool removable(const cell_place& place, std::size_t owner) const {
        std::array<bool, 8> own{};
        for (std::size_t i = 0; i < 8; ++i)
            own[i] = owner_at({place.row + places_around[i].row, place.col + places_around[i].col}) == owner;
        int parts = 0;  // groups of adjacent own cells around this one that contain a cell with a common side
        for (std::size_t i = 0; i < 8; i += 2)
            parts += own[i] && !(own[(i + 7) % 8] && own[(i + 6) % 8]);
        return parts == 1 || (parts == 0 && surplus_[owner] + wanted_[owner] > 1);
    }

    [[nodiscard]] bool touches(const cell_place& place, std::size_t owner) const {
        for (std::size_t i = 0; i < 8; i += 2)
            if (owner_at({place.row + places_around[i].row, place.col + places_around[i].col}) == owner) return true;
        return false;
    }

    [[nodiscard]] std::size_t index(const cell_place& place) const {
        return static_cast<std::size_t>(place.row * domain_.cols() + place.col);
    }
    /// The owner of the cell; outside the grid a number that no quadrilateral has.
    [[nodiscard]] std::size_t owner_at(const cell_place& place) const {
        if (place.row < 0 || place.row >= domain_.rows() || place.col < 0 || place.col >= domain_.cols())
            return surplus_.size();
        return static_cast<std::size_t>(cells_[index(place)]);
    }
    [[nodiscard]] std::int64_t row_at(double y) const {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(y)), 0, domain_.rows() - 1);
    }
    [[nodiscard]] std::int64_t col_at(double x) const {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(x)), 0, domain_.cols() - 1);
    }

    grid domain_;
    std::vector<border> borders_;
    const std::vector<std::int64_t>& wanted_;
    std::vector<std::int32_t>& cells_;
    std::vector<std::int64_t> surplus_;  ///< of each quadrilateral: its cells minus the wanted ones
};

}  // namespace

bool exchange_cells(const grid& domain, const quadrilateral_lattice& lattice, const std::vector<std::int64_t>& wanted,
                    std::vector<std::int32_t>& cells) {
    return exchange(domain, lattice, wanted, cells).run();
}

}  // namespace banyan::part
