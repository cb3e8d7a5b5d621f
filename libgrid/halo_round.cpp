#include "banyan/grid/halo_round.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"
#include "libgrid/halo_pieces.hpp"
#include "libgrid/reach.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {
namespace {

/// The sides of an own region on which a step of inner() must keep away from the halo, because other processors send
/// it.
struct waiting_sides {
    bool north = true, south = true, west = true, east = true;
};

bool receives_in(const halo_layout& layout, const region& strip) {
    return std::ranges::any_of(layout.receives(), [&](const halo_message& m) {
        return std::ranges::any_of(m.regions, [&](const region& r) { return !intersection(r, strip).empty(); });
    });
}

waiting_sides waiting_of(const halo_layout& layout, const region& own, const reach& width) {
    const part::grid& domain = layout.parts().domain();
    // If there are several own regions, both own cells and cells of the halo can be beside one of them. So all its
    // sides wait, except at the edges of an open grid.
    if (layout.owned().size() > 1)
        return {own.row > 0 || domain.periodic_rows(), own.row + own.rows < domain.rows() || domain.periodic_rows(),
                own.col > 0 || domain.periodic_cols(), own.col + own.cols < domain.cols() || domain.periodic_cols()};
    const std::int64_t h = layout.depth() * width.rows, w = layout.depth() * width.cols;
    return {receives_in(layout, {own.row - h, own.col, h, own.cols}),
            receives_in(layout, {own.row + own.rows, own.col, h, own.cols}),
            receives_in(layout, {own.row, own.col - w, own.rows, w}),
            receives_in(layout, {own.row, own.col + own.cols, own.rows, w})};
}

/// The part of a computed region that needs only cells of `own` and of sides that do not wait. `away` is the distance
/// from the sides that wait. It is the same on both sides of an axis, also for a stencil that reads to one side only,
/// so that no value is overwritten that an edge cell still reads.
region inner_of(const region& computed, const region& own, const waiting_sides& waits, const reach& away) {
    const std::int64_t top = waits.north ? own.row + away.rows : computed.row;
    const std::int64_t bottom = waits.south ? own.row + own.rows - away.rows : computed.row + computed.rows;
    const std::int64_t left = waits.west ? own.col + away.cols : computed.col;
    const std::int64_t right = waits.east ? own.col + own.cols - away.cols : computed.col + computed.cols;
    return intersection(computed, {top, left, bottom - top, right - left});
}

std::vector<region> inner_of_step(const halo_layout& layout, const part::stencil& pattern,
                                  const std::vector<region>& computed, int step) {
    if (layout.parts().kind() == part::layout::cells) return {};
    const reach width = reach_of(pattern);
    const reach away{step * width.rows, step * width.cols};
    std::vector<region> inner;
    for (const region& own : layout.owned()) {
        const waiting_sides waits = waiting_of(layout, own, width);
        for (const region& cells : computed) {
            // With several own regions, the inner cells end at the own region also on the sides that do not wait.
            const region near = layout.owned().size() > 1 ? intersection(cells, own) : cells;
            const region part = near.empty() ? region{} : inner_of(near, own, waits, away);
            if (!part.empty()) inner.push_back(part);
        }
    }
    return inner;
}

// The halo of the storage is `depth` times as wide as the stencil of the layout reaches.
void check_reach(const halo_layout& layout, const reach& width) {
    if (layout.owned().empty()) return;
    std::int64_t top = layout.owned().front().row, left = layout.owned().front().col;
    for (const region& own : layout.owned()) {
        top = std::min(top, own.row);
        left = std::min(left, own.col);
    }
    const std::int64_t rows = top - layout.storage().row, cols = left - layout.storage().col;
    if (width.rows * layout.depth() > rows || width.cols * layout.depth() > cols)
        throw part::error("halo round: the stencil reaches " + std::to_string(width.rows) + " rows and " +
                          std::to_string(width.cols) + " columns, further than that of the layout");
}

}  // namespace

halo_round::halo_round(const halo_layout& layout, const part::stencil& pattern, int steps) {
    if (steps < 1 || steps > layout.depth())
        throw part::error("halo round: " + std::to_string(steps) + " steps, but the depth of the halo allows 1 to " +
                          std::to_string(layout.depth()));
    check_reach(layout, reach_of(pattern));
    for (int step = 1; step <= steps; ++step) {
        if (steps == 1) {  // as without a deep halo, also for owner lists
            computed_.emplace_back(layout.owned().begin(), layout.owned().end());
            inner_.emplace_back(layout.inner().begin(), layout.inner().end());
            edge_.emplace_back(layout.edge().begin(), layout.edge().end());
            return;
        }
        computed_.push_back(cells_around(layout.parts(), layout.processor(), pattern, steps - step));
        inner_.push_back(inner_of_step(layout, pattern, computed_.back(), step));
        edge_.emplace_back();
        for (const region& cells : computed_.back())
            for (const region& rest : difference(cells, inner_.back()))
                edge_.back().push_back(rest);
    }
}

}  // namespace banyan::grid
