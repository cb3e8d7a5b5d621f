#include "libpart/model/cover_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

std::string name(const block& b) {
    return fmt::format("block of processor {} at ({}, {}), {} x {}", b.processor, b.row, b.col, b.rows, b.cols);
}

void check_inside(const grid& domain, const block& b) {
    const bool inside = b.row >= 0 && b.col >= 0 && b.rows >= 1 && b.cols >= 1 && b.rows <= domain.rows() - b.row &&
                        b.cols <= domain.cols() - b.col;
    if (!inside)
        throw error(fmt::format("partition: {} is empty or not inside the grid of {} x {}", name(b), domain.rows(),
                                domain.cols()));
}

/// The blocks that the sweep line crosses, by first column.
using open_blocks = std::map<std::int64_t, const block*>;

void open(open_blocks& crossed, const block& b) {
    const auto next = crossed.lower_bound(b.col);
    if (next != crossed.end() && next->first < b.col + b.cols)
        throw error(fmt::format("partition: {} overlaps {}", name(b), name(*next->second)));
    if (next != crossed.begin()) {
        const block& before = *std::prev(next)->second;
        if (before.col + before.cols > b.col)
            throw error(fmt::format("partition: {} overlaps {}", name(b), name(before)));
    }
    crossed.emplace_hint(next, b.col, &b);
}

void check_disjoint(std::span<const block> blocks) {
    std::vector<const block*> by_start;
    for (const block& b : blocks)
        by_start.push_back(&b);
    std::vector<const block*> by_end = by_start;
    std::ranges::sort(by_start, {}, [](const block* b) { return b->row; });
    std::ranges::sort(by_end, {}, [](const block* b) { return b->row + b->rows; });

    open_blocks crossed;
    auto closing = by_end.begin();
    for (const block* b : by_start) {
        for (; closing != by_end.end() && (*closing)->row + (*closing)->rows <= b->row; ++closing)
            crossed.erase((*closing)->col);
        open(crossed, *b);
    }
}

}  // namespace

void check_cover(const grid& domain, std::span<const block> blocks) {
    for (const block& b : blocks)
        check_inside(domain, b);
    check_disjoint(blocks);
    std::int64_t covered = 0;  // disjoint and inside: cannot overflow
    for (const block& b : blocks)
        covered += b.cells();
    if (covered != domain.cells())
        throw error(fmt::format("partition: blocks cover {} of {} cells", covered, domain.cells()));
}

}  // namespace banyan::part
