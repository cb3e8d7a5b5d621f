#include "banyan/part/redistribution.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "banyan/part/error.hpp"
#include "banyan/part/tiles.hpp"
#include "libpart/grid/region_algebra.hpp"
#include "libpart/part/tile_index.hpp"

namespace banyan::part {
namespace {

struct shared_region {
    int other;  // the machine that owns it in the other partition
    region cells;
};

void check(const partition& from, const partition& to) {
    const grid& a = from.domain();
    const grid& b = to.domain();
    if (a.rows() != b.rows() || a.cols() != b.cols())
        throw error("redistribution: a grid of " + std::to_string(a.rows()) + " x " + std::to_string(a.cols()) +
                    " cells cannot become one of " + std::to_string(b.rows()) + " x " + std::to_string(b.cols()));
    if (from.machines() != to.machines())
        throw error("redistribution: from " + std::to_string(from.machines()) + " machines to " +
                    std::to_string(to.machines()) + "; both partitions must count the same machines");
}

/// Visits what each tile of `mine` has in common with the tiles of `others`: visit(tile, other tile, cells).
template <class Visit>
void each_common(std::span<const block> mine, std::span<const block> others, const tile_index& index, Visit visit) {
    for (const block& own : mine)
        index.each_meeting(own.row, own.col, own.rows, own.cols, [&](std::size_t i) {
            visit(own, others[i], intersection(region_of(own), region_of(others[i])));
        });
}

std::vector<shared_region> shared(std::span<const block> mine, std::span<const block> others) {
    std::vector<shared_region> result;
    each_common(mine, others, tile_index(others), [&](const block&, const block& other, const region& cells) {
        result.push_back({other.machine, cells});
    });
    std::ranges::sort(result, {}, [](const shared_region& s) { return std::tuple(s.other, s.cells); });
    return result;
}

std::span<const block> of_machine(std::span<const block> by_machine, int machine) {
    const auto found = std::ranges::equal_range(by_machine, machine, {}, &block::machine);
    return {found.begin(), found.end()};
}

std::vector<cell_transfer> transfers(const std::vector<shared_region>& all, int machine) {
    std::vector<cell_transfer> result;
    for (const shared_region& s : all) {
        if (s.other == machine) continue;
        if (result.empty() || result.back().peer != s.other) result.push_back({s.other, {}, 0});
        result.back().regions.push_back(s.cells);
        result.back().items += s.cells.cells();
    }
    return result;
}

}  // namespace

redistribution::redistribution(const partition& from, const partition& to, int machine) {
    check(from, to);
    if (machine < 0 || machine >= from.machines())
        throw error("redistribution: machine " + std::to_string(machine) + " is not one of " +
                    std::to_string(from.machines()));
    const std::vector<block> before = tiles(from);
    const std::vector<block> after = tiles(to);
    const std::vector<shared_region> had = shared(of_machine(before, machine), after);
    sends_ = transfers(had, machine);
    receives_ = transfers(shared(of_machine(after, machine), before), machine);
    for (const shared_region& s : had)
        if (s.other == machine) stays_.push_back(s.cells);
}

std::int64_t moving_cells(const partition& from, const partition& to) {
    check(from, to);
    const std::vector<block> before = tiles(from);
    const std::vector<block> after = tiles(to);
    std::int64_t moving = 0;
    each_common(before, after, tile_index(after), [&](const block& a, const block& b, const region& cells) {
        if (a.machine != b.machine) moving += cells.cells();
    });
    return moving;
}

}  // namespace banyan::part
