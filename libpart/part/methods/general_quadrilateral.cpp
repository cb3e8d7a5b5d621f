// Distorted blocks for a fine balance (Crandall 5.1, after Hinz's N4 general quadrilateral).
//
// Hinz's construction is not in our sources; this one is ours in his spirit: a lattice of a x b equal blocks, p = a b
// nearest to a square (1 x p for a prime p), the larger factor along the longer side, whose points are moved until
// every quadrilateral has its machine's share of the area. Edges stay straight, each cell goes to the quadrilateral
// that holds its centre. Machines lie in the lattice by descending speed, every other row backwards, so that neighbours
// are alike. Where speeds are so unequal that the points cannot be moved far enough, the areas are the nearest that
// were reached; no machine is left empty: one without a centre gets the nearest cell of a machine that has several.
// Where no factors fit the grid the slowest machine is left out, and so on.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "libpart/part/methods/dealing_methods.hpp"
#include "libpart/part/quadrilateral_lattice.hpp"

namespace banyan::part {
namespace {

struct shape {
    std::int64_t down = 0;
    std::int64_t across = 0;
};

/// The factors nearest to a square that fit, the larger one along the longer side if possible; zeros if none fit.
shape chosen_shape(const grid& domain, std::int64_t p) {
    for (auto small = static_cast<std::int64_t>(std::sqrt(static_cast<double>(p))); small >= 1; --small) {
        if (p % small != 0) continue;
        const std::int64_t large = p / small;
        const shape wide{small, large};
        const shape tall{large, small};
        for (const shape& s : domain.rows() > domain.cols() ? std::array{tall, wide} : std::array{wide, tall})
            if (s.down <= domain.rows() && s.across <= domain.cols()) return s;
    }
    return {};
}

/// Shares of the area in cells; a machine slower than a cell aims at a whole one.
std::vector<double> targets(machine_list machines, std::int64_t cells) {
    std::vector<double> result = weights_of(machines);
    const double unit = static_cast<double>(cells) / sum_of(result);
    for (double& target : result)
        target = std::max(target * unit, 1.0);
    const double shrink = static_cast<double>(cells) / sum_of(result);
    for (double& target : result)
        target *= shrink;
    return result;
}

/// position[i] = quadrilateral of the i-th machine: row by row, forwards and backwards in turn.
std::vector<std::size_t> snake(const shape& s) {
    std::vector<std::size_t> positions;
    for (std::int64_t row = 0; row < s.down; ++row)
        for (std::int64_t i = 0; i < s.across; ++i)
            positions.push_back(static_cast<std::size_t>(row * s.across + (row % 2 == 0 ? i : s.across - 1 - i)));
    return positions;
}

/// The owners of the cells while machines without one are given theirs.
class cell_giver {
  public:
    cell_giver(const grid& domain, std::vector<std::int32_t> owners, std::size_t machines)
        : domain_(domain), owners_(std::move(owners)), counts_(machines) {
        for (std::int32_t owner : owners_)
            ++counts_[static_cast<std::size_t>(owner)];
    }

    [[nodiscard]] bool empty(std::int32_t owner) const { return counts_[static_cast<std::size_t>(owner)] == 0; }

    /// Square by square around the place, until a cell's owner can spare it. There are as many cells as machines, so
    /// one always can.
    void give_near(std::int32_t owner, const plane_point& place) {
        const auto row = static_cast<std::int64_t>(place.y);
        const auto col = static_cast<std::int64_t>(place.x);
        for (std::int64_t radius = 0; radius <= std::max(domain_.rows(), domain_.cols()); ++radius)
            for (std::int64_t r = std::max<std::int64_t>(0, row - radius);
                 r <= std::min(domain_.rows() - 1, row + radius); ++r) {
                const bool whole_line = std::abs(r - row) == radius;
                for (std::int64_t c = col - radius; c <= col + radius; c += whole_line || radius == 0 ? 1 : 2 * radius)
                    if (c >= 0 && c < domain_.cols() && give(owner, r * domain_.cols() + c)) return;
            }
    }

    std::vector<std::int32_t> owners() && { return std::move(owners_); }

  private:
    bool give(std::int32_t owner, std::int64_t cell) {
        std::int32_t& now = owners_[static_cast<std::size_t>(cell)];
        if (counts_[static_cast<std::size_t>(now)] < 2) return false;
        --counts_[static_cast<std::size_t>(now)];
        ++counts_[static_cast<std::size_t>(owner)];
        now = owner;
        return true;
    }

    grid domain_;
    std::vector<std::int32_t> owners_;
    std::vector<std::int64_t> counts_;
};

std::vector<std::int32_t> painted(const grid& domain, const quadrilateral_lattice& lattice) {
    std::vector<std::int32_t> cells(static_cast<std::size_t>(domain.cells()));
    for (std::int64_t i = 0; i < lattice.size(); ++i) {
        const auto q = lattice.corners(i);
        const bool along_first =
            turn(q[0], q[1], q[2]) > 0 && turn(q[0], q[2], q[3]) > 0;  // which diagonal lies inside
        const auto number = static_cast<std::int32_t>(i);
        paint(domain, along_first ? std::array{q[0], q[1], q[2]} : std::array{q[1], q[2], q[3]}, number, cells);
        paint(domain, along_first ? std::array{q[0], q[2], q[3]} : std::array{q[1], q[3], q[0]}, number, cells);
    }
    return cells;
}

}  // namespace

partition general_quadrilateral(const grid& domain, machine_list machines, int all, const partition_options&) {
    check_listed(domain);
    shape blocks = chosen_shape(domain, std::ssize(machines));
    while (blocks.down == 0) {
        machines = machines.first(machines.size() - 1);
        blocks = chosen_shape(domain, std::ssize(machines));
    }
    const std::vector<std::size_t> positions = snake(blocks);
    const std::vector<double> wanted = targets(machines, domain.cells());
    std::vector<double> areas(machines.size());
    for (std::size_t i = 0; i < machines.size(); ++i)
        areas[positions[i]] = wanted[i];
    quadrilateral_lattice lattice(blocks.down, blocks.across, static_cast<double>(domain.cols()),
                                  static_cast<double>(domain.rows()));
    lattice.fit(areas, std::clamp(*std::ranges::min_element(areas) * 1e-4, 1e-3, 0.1));

    cell_giver cells(domain, painted(domain, lattice), machines.size());
    for (std::int64_t i = 0; i < lattice.size(); ++i) {
        const auto q = lattice.corners(i);
        const plane_point centre{(q[0].x + q[1].x + q[2].x + q[3].x) / 4, (q[0].y + q[1].y + q[2].y + q[3].y) / 4};
        if (cells.empty(static_cast<std::int32_t>(i))) cells.give_near(static_cast<std::int32_t>(i), centre);
    }
    std::vector<std::int32_t> machine_at(machines.size());
    for (std::size_t i = 0; i < machines.size(); ++i)
        machine_at[positions[i]] = machines[i].machine;
    std::vector<std::int32_t> owners = std::move(cells).owners();
    for (std::int32_t& owner : owners)
        owner = machine_at[static_cast<std::size_t>(owner)];
    return partition::from_owners(domain, all, std::move(owners));
}

}  // namespace banyan::part
