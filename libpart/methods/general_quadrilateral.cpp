// A distorted lattice of blocks with a fine balance (Crandall 1994, 5.1, after Hinz's N4 general quadrilateral).
//
// Our sources do not contain Hinz's construction, so this one is our own. A lattice of a x b blocks, p = a b nearest to
// a square, has the larger factor along the longer side. Its points are moved until every quadrilateral has the share
// of its processor. Edges stay straight, and a cell belongs to the quadrilateral that contains its centre. Then a few
// cells next to the edges change their owner, so that the numbers of cells are the best possible. Processors of similar
// speed lie side by side across the shorter side of the lattice. If the speeds are too unequal for one lattice, the
// next factors are tried, at most three lattices. The last one is 1 x p, which is the only one for a prime p and always
// possible: strips whose edges tilt by less than a cell.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "libpart/geometry/cell_exchange.hpp"
#include "libpart/geometry/connected_components.hpp"
#include "libpart/geometry/quadrilateral_lattice.hpp"
#include "libpart/methods/method_helpers.hpp"

namespace banyan::part {
namespace {

struct shape {
    std::int64_t down = 0;
    std::int64_t across = 0;
};

/// The lattices to try: factors of p above 1 that fit the grid, the nearest to a square first, with the larger one
/// along the longer side if it fits. At most three. None if a processor has only a few cells, because the edges would
/// not be visible.
std::vector<shape> lattices(const grid& domain, std::int64_t p) {
    constexpr std::int64_t few_cells = 4;
    std::vector<shape> result;
    if (domain.cells() < few_cells * p) return result;
    for (auto small = static_cast<std::int64_t>(std::sqrt(static_cast<double>(p))); small > 1 && result.size() < 3;
         --small) {
        if (p % small != 0) continue;
        const shape wide{small, p / small};
        const shape tall{p / small, small};
        const bool high = domain.rows() > domain.cols();
        for (const shape& s : {high ? tall : wide, high ? wide : tall}) {
            if (s.down > domain.rows() || s.across > domain.cols()) continue;
            result.push_back(s);
            break;
        }
    }
    return result;
}

/// Shares of the area in cells. A share below one cell is raised to one.
std::vector<double> targets(processor_list processors, std::int64_t cells) {
    std::vector<double> result = weights_of(processors);
    const double unit = static_cast<double>(cells) / sum_of(result);
    for (double& target : result)
        target = std::max(target * unit, 1.0);
    const double shrink = static_cast<double>(cells) / sum_of(result);
    for (double& target : result)
        target *= shrink;
    return result;
}

/// position[i] = the quadrilateral of the i-th processor: group by group across the shorter side of the lattice.
std::vector<std::size_t> lattice_positions(const shape& s) {
    std::vector<std::size_t> result;
    for (std::int64_t i = 0; i < s.down * s.across; ++i)
        result.push_back(static_cast<std::size_t>(s.down <= s.across ? i % s.down * s.across + i / s.down : i));
    return result;
}

template <class Value>
std::vector<Value> placed(const std::vector<Value>& values, const std::vector<std::size_t>& at) {
    std::vector<Value> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        result[at[i]] = values[i];
    return result;
}

std::vector<std::int32_t> rasterized(const grid& domain, const quadrilateral_lattice& lattice) {
    std::vector<std::int32_t> cells(static_cast<std::size_t>(domain.cells()));
    for (std::int64_t i = 0; i < lattice.size(); ++i) {
        const auto q = lattice.corners(i);
        const bool along_first =
            turn(q[0], q[1], q[2]) > 0 && turn(q[0], q[2], q[3]) > 0;  // whether the diagonal 0-2 is inside
        const auto number = static_cast<std::int32_t>(i);
        rasterize(domain, along_first ? std::array{q[0], q[1], q[2]} : std::array{q[1], q[2], q[3]}, number, cells);
        rasterize(domain, along_first ? std::array{q[0], q[2], q[3]} : std::array{q[1], q[3], q[0]}, number, cells);
    }
    return cells;
}

/// Corners that are thinner than a cell can become separate cells. Components that are not the largest one of their
/// owner go to a neighbour.
void join_components(const grid& domain, std::vector<std::int32_t>& cells) {
    constexpr std::int32_t unassigned = -1;
    const component_list components = connected_components(domain, cells, work_map(domain, {}));
    std::vector<std::int32_t> owner_of(components.work.size(), unassigned);
    std::map<std::int32_t, std::int32_t> largest;  // component of each owner
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const std::int32_t component = components.of_cell[cell];
        std::int32_t& kept = largest.try_emplace(cells[cell], component).first->second;
        if (components.work[static_cast<std::size_t>(component)] > components.work[static_cast<std::size_t>(kept)])
            kept = component;
    }
    for (const auto& [owner, component] : largest)
        owner_of[static_cast<std::size_t>(component)] = owner;
    while (std::ranges::count(owner_of, unassigned) > 0)
        for (std::size_t component = 0; component < owner_of.size(); ++component)
            for (std::int32_t near : components.neighbours[component])
                if (owner_of[component] == unassigned) owner_of[component] = owner_of[static_cast<std::size_t>(near)];
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        cells[cell] = owner_of[static_cast<std::size_t>(components.of_cell[cell])];
}

/// Makes the partition from one lattice. Returns false if an area differs too much from its share or the numbers of
/// cells are not reached; else `cells` has the positions of the owners.
bool distorted(const grid& domain, const shape& blocks, processor_list processors,
               const std::vector<std::int64_t>& counts, std::vector<std::int32_t>& cells) {
    constexpr double near_enough = 0.05;
    const std::vector<std::size_t> at = lattice_positions(blocks);
    const std::vector<double> areas = placed(targets(processors, domain.cells()), at);
    const double slack = std::clamp(*std::ranges::min_element(areas) * 1e-4, 1e-3, 0.1);
    quadrilateral_lattice lattice(blocks.down, blocks.across, static_cast<double>(domain.cols()),
                                  static_cast<double>(domain.rows()), areas);
    if (lattice.fit(slack) > near_enough) return false;
    cells = rasterized(domain, lattice);
    join_components(domain, cells);
    if (!exchange_cells(domain, lattice, placed(counts, at), cells)) return false;
    std::vector<std::int32_t> processor_at(processors.size());
    for (std::size_t i = 0; i < processors.size(); ++i)
        processor_at[at[i]] = static_cast<std::int32_t>(i);
    for (std::int32_t& owner : cells)
        owner = processor_at[static_cast<std::size_t>(owner)];
    return true;
}

/// Assigns the cells in lines along the shorter side, in alternating direction: counts[0] cells to the first processor,
/// and so on. So the edge between two strips is straight except for one step, as an edge that tilts by less than a
/// cell.
std::vector<std::int32_t> strips_of(const grid& domain, const std::vector<std::int64_t>& counts) {
    std::vector<std::int32_t> cells(static_cast<std::size_t>(domain.cells()));
    const bool upright = domain.cols() >= domain.rows();
    const std::int64_t side = upright ? domain.rows() : domain.cols();
    std::int64_t i = 0;
    for (std::size_t processor = 0; processor < counts.size(); ++processor)
        for (const std::int64_t end = i + counts[processor]; i < end; ++i) {
            const std::int64_t line = i / side;
            const std::int64_t along = line % 2 == 0 ? i % side : side - 1 - i % side;
            const std::int64_t cell = upright ? along * domain.cols() + line : line * domain.cols() + along;
            cells[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(processor);
        }
    return cells;
}

}  // namespace

partition general_quadrilateral(const grid& domain, processor_list processors, int all, const partition_options&) {
    check_listed(domain);
    const std::vector<std::int64_t> counts = apportion_to(processors, domain.cells());
    const std::vector<shape> tried = lattices(domain, std::ssize(processors));
    std::vector<std::int32_t> owners;
    const bool done = std::ranges::any_of(
        tried, [&](const shape& blocks) { return distorted(domain, blocks, processors, counts, owners); });
    if (!done) owners = strips_of(domain, counts);
    for (std::int32_t& owner : owners)
        owner = processors[static_cast<std::size_t>(owner)].processor;
    return partition::from_owners(domain, all, std::move(owners));
}

}  // namespace banyan::part
