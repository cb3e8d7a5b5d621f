#include "banyan/part/partition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/part/error.hpp"
#include "banyan/part/speeds.hpp"
#include "libpart/model/cover_check.hpp"
#include "libpart/model/partition_lists.hpp"

namespace banyan::part {
namespace {

int checked_processors(int processors) {
    if (processors < 1 || processors > speeds::max_processors)
        throw error(fmt::format("partition: {} processors, allowed: 1 to {}", processors, speeds::max_processors));
    return processors;
}

void check_processor(int processor, int processors) {
    if (processor < 0 || processor >= processors)
        throw error(fmt::format("partition: processor {}, allowed: 0 to {}", processor, processors - 1));
}

std::span<const block> of_processor(std::span<const block> by_processor, int processor) {
    const auto found = std::ranges::equal_range(by_processor, processor, {}, &block::processor);
    return {found.begin(), found.end()};
}

template <class Parts>
void check_one_each(const Parts& parts, int processors) {
    std::vector<bool> seen(static_cast<std::size_t>(processors));
    for (const auto& part : parts) {
        check_processor(part.processor, processors);
        if (seen[static_cast<std::size_t>(part.processor)])
            throw error(fmt::format("partition: processor {} is named twice", part.processor));
        seen[static_cast<std::size_t>(part.processor)] = true;
    }
}

void check_sequence(const grid& domain, std::span<const cell_range> ranges) {
    std::int64_t next = 0;
    for (const cell_range& r : ranges) {
        if (r.count < 1 || r.first != next || r.count > domain.cells() - next)
            throw error(
                fmt::format("partition: range of processor {} from {} with {} cells, expected from {} within {}",
                            r.processor, r.first, r.count, next, domain.cells()));
        next += r.count;
    }
    if (next != domain.cells())
        throw error(fmt::format("partition: ranges end at cell {} of {}", next, domain.cells()));
}

/// A range as rectangles: the rest of its first row, its whole rows, and the start of its last row, as far as they
/// exist.
void append_rectangles(const cell_range& r, std::int64_t cols, std::vector<block>& out) {
    std::int64_t next = r.first;
    const std::int64_t end = r.first + r.count;
    const auto take = [&](std::int64_t rows, std::int64_t width) {
        if (rows == 0 || width == 0) return;
        out.push_back({r.processor, next / cols, next % cols, rows, width});
        next += rows * width;
    };
    if (next % cols != 0) take(1, std::min(end - next, cols - next % cols));
    take((end - next) / cols, cols);
    take(1, end - next);
}

}  // namespace

void check_listed(const grid& domain) {
    if (domain.cells() > max_listed_cells)
        throw error(
            fmt::format("partition: owner list of {} cells, allowed: at most {}", domain.cells(), max_listed_cells));
}

partition::lists::lists(int processors) : cells(static_cast<std::size_t>(checked_processors(processors))) {}

void partition::lists::count_blocks() {
    for (const block& b : blocks)
        cells[static_cast<std::size_t>(b.processor)] += b.cells();
}

void partition::lists::find_dropped() {
    for (int processor = 0; processor < std::ssize(cells); ++processor)
        if (cells[static_cast<std::size_t>(processor)] == 0) dropped.push_back(processor);
}

partition::partition(const grid& domain, layout kind, std::shared_ptr<const lists> found)
    : domain_(domain), kind_(kind), lists_(std::move(found)) {}

partition partition::from_rectangles(const grid& domain, int processors, std::vector<block> blocks) {
    auto found = std::make_shared<lists>(processors);
    check_one_each(blocks, processors);
    check_cover(domain, blocks);
    found->blocks = std::move(blocks);
    std::ranges::sort(found->blocks, {}, &block::processor);
    found->count_blocks();
    found->find_dropped();
    return {domain, layout::rectangles, std::move(found)};
}

partition partition::from_ranges(const grid& domain, int processors, std::vector<cell_range> ranges) {
    auto found = std::make_shared<lists>(processors);
    std::ranges::sort(ranges, {}, &cell_range::first);
    check_one_each(ranges, processors);
    check_sequence(domain, ranges);
    for (const cell_range& r : ranges)
        append_rectangles(r, domain.cols(), found->blocks);
    std::ranges::stable_sort(found->blocks, {}, &block::processor);
    found->ranges = std::move(ranges);
    found->count_blocks();
    found->find_dropped();
    return {domain, layout::ranges, std::move(found)};
}

partition partition::from_owners(const grid& domain, int processors, std::vector<std::int32_t> owners) {
    auto found = std::make_shared<lists>(processors);
    if (static_cast<std::int64_t>(owners.size()) != domain.cells())
        throw error(fmt::format("partition: {} owners for {} cells", owners.size(), domain.cells()));
    for (std::int32_t owner : owners) {
        check_processor(owner, processors);
        ++found->cells[static_cast<std::size_t>(owner)];
    }
    found->owners = std::move(owners);
    found->find_dropped();
    return {domain, layout::cells, std::move(found)};
}

int partition::processors() const {
    return static_cast<int>(lists_->cells.size());
}

std::span<const block> partition::blocks() const {
    return lists_->blocks;
}

std::span<const block> partition::blocks(int processor) const {
    check_processor(processor, processors());
    return of_processor(blocks(), processor);
}

std::span<const cell_range> partition::ranges() const {
    return lists_->ranges;
}

std::span<const std::int32_t> partition::owner_list() const {
    return lists_->owners;
}

std::span<const block> partition::tiles() const {
    if (kind_ != layout::cells) return blocks();
    return lists_->tiles_of_cells(domain_);
}

std::span<const block> partition::tiles(int processor) const {
    check_processor(processor, processors());
    return of_processor(tiles(), processor);
}

std::int64_t partition::cells(int processor) const {
    return lists_->cells[static_cast<std::size_t>(processor)];
}

std::span<const int> partition::dropped() const {
    return lists_->dropped;
}

int partition::owner(std::int64_t row, std::int64_t col) const {
    if (row < 0 || row >= domain_.rows() || col < 0 || col >= domain_.cols())
        throw error(fmt::format("partition: cell ({}, {}) is outside the grid of {} x {}", row, col, domain_.rows(),
                                domain_.cols()));
    const std::int64_t cell = row * domain_.cols() + col;
    switch (kind_) {
        case layout::ranges:
            return std::prev(std::ranges::upper_bound(lists_->ranges, cell, {}, &cell_range::first))->processor;
        case layout::cells:
            return lists_->owners[static_cast<std::size_t>(cell)];
        case layout::rectangles:
            break;
    }
    return std::ranges::find_if(lists_->blocks, [&](const block& b) { return b.contains(row, col); })->processor;
}

std::vector<std::int32_t> partition::owners() const {
    if (kind_ == layout::cells) return lists_->owners;
    check_listed(domain_);
    std::vector<std::int32_t> result(static_cast<std::size_t>(domain_.cells()));
    for (const block& b : blocks())
        for (std::int64_t r = b.row; r < b.row + b.rows; ++r)
            std::fill_n(result.begin() + r * domain_.cols() + b.col, b.cols, b.processor);
    return result;
}

partition partition::with_periodic(periodic axes) const {
    partition result = *this;
    result.domain_ = grid(domain_.rows(), domain_.cols(), axes);
    return result;
}

bool operator==(const partition& a, const partition& b) {
    if (a.domain_ != b.domain_ || a.kind_ != b.kind_) return false;
    return a.lists_ == b.lists_ || (a.processors() == b.processors() && a.lists_->blocks == b.lists_->blocks &&
                                    a.lists_->ranges == b.lists_->ranges && a.lists_->owners == b.lists_->owners);
}

}  // namespace banyan::part
