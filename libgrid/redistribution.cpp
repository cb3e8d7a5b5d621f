#include "banyan/grid/redistribution.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "banyan/part/error.hpp"
#include "libgrid/cell_owners.hpp"
#include "libgrid/region_algebra.hpp"
#include "libpart/model/equal_rectangles.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::grid {
namespace {

struct shared_region {
    int other;  // its owner in the other partition
    region cells;
};

void check(const part::partition& from, const part::partition& to) {
    const part::grid& a = from.domain();
    const part::grid& b = to.domain();
    if (a.rows() != b.rows() || a.cols() != b.cols())
        throw part::error("redistribution: the partitions have different grids: " + std::to_string(a.rows()) + " x " +
                          std::to_string(a.cols()) + " and " + std::to_string(b.rows()) + " x " +
                          std::to_string(b.cols()));
    if (from.processors() != to.processors())
        throw part::error("redistribution: the partitions have different numbers of processors: " +
                          std::to_string(from.processors()) + " and " + std::to_string(to.processors()));
}

/// Divides the cells of the tiles by their owner in `others` and calls visit(tile, owner, region of one owner). For an
/// owner list the regions are cell ranges inside one row, as long as possible.
template <class Visit>
void each_common(std::span<const part::block> tiles, const part::partition& others, Visit visit) {
    if (others.kind() != part::layout::cells) {
        const part::tile_index index(others.blocks());
        for (const part::block& own : tiles)
            index.each_meeting(own.row, own.col, own.rows, own.cols, [&](std::size_t i) {
                const part::block& other = others.blocks()[i];
                visit(own, other.processor, intersection(region_of(own), region_of(other)));
            });
        return;
    }
    const cell_owners owners(others);
    for (const part::block& own : tiles)
        for (std::int64_t row = own.row; row < own.row + own.rows; ++row)
            part::each_run(
                own.cols, [&](std::int64_t col) { return owners.at(row, own.col + col); },
                [&](int owner, std::int64_t col, std::int64_t cols) {
                    visit(own, owner, region{row, own.col + col, 1, cols});
                });
}

/// The same cells as rectangles that do not depend on the side that computes them: the longest cell ranges of each row,
/// joined.
std::vector<shared_region> joined(const std::vector<shared_region>& all) {
    std::vector<shared_region> rows;
    for (const shared_region& s : all)
        for (std::int64_t row = s.cells.row; row < s.cells.row + s.cells.rows; ++row)
            rows.push_back({s.other, {row, s.cells.col, 1, s.cells.cols}});
    std::ranges::sort(rows, {}, &shared_region::cells);
    part::run_joiner joiner;
    for (const shared_region& s : rows)
        joiner.add(s.other, s.cells.row, s.cells.col, s.cells.cols);
    std::vector<shared_region> result;
    for (const part::labelled_rectangle& r : joiner.take())
        result.push_back({r.label, {r.row, r.col, r.rows, r.cols}});
    return result;
}

/// The cells of a processor by their owner in the other partition. The two processors of a pair find the same regions.
std::vector<shared_region> shared(const part::partition& mine, int processor, const part::partition& others) {
    std::vector<shared_region> result;
    each_common(mine.tiles(processor), others, [&](const part::block&, int owner, const region& cells) {
        result.push_back({owner, cells});
    });
    if (mine.kind() == part::layout::cells || others.kind() == part::layout::cells) result = joined(result);
    std::ranges::sort(result, {}, [](const shared_region& s) { return std::tuple(s.other, s.cells); });
    return result;
}

std::vector<cell_transfer> transfers(const std::vector<shared_region>& all, int processor) {
    std::vector<cell_transfer> result;
    for (const shared_region& s : all) {
        if (s.other == processor) continue;
        if (result.empty() || result.back().peer != s.other) result.push_back({s.other, {}, 0});
        result.back().regions.push_back(s.cells);
        result.back().items += s.cells.cells();
    }
    return result;
}

}  // namespace

redistribution::redistribution(const part::partition& from, const part::partition& to, int processor) {
    check(from, to);
    if (processor < 0 || processor >= from.processors())
        throw part::error("redistribution: processor " + std::to_string(processor) + ", allowed: 0 .. " +
                          std::to_string(from.processors() - 1));
    const std::vector<shared_region> had = shared(from, processor, to);
    sends_ = transfers(had, processor);
    receives_ = transfers(shared(to, processor, from), processor);
    for (const shared_region& s : had)
        if (s.other == processor) kept_.push_back(s.cells);
}

std::int64_t moving_cells(const part::partition& from, const part::partition& to) {
    check(from, to);
    std::int64_t moving = 0;
    each_common(from.tiles(), to, [&](const part::block& own, int owner, const region& cells) {
        if (own.processor != owner) moving += cells.cells();
    });
    return moving;
}

}  // namespace banyan::grid
