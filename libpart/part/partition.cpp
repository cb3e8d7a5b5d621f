#include "banyan/part/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "banyan/part/error.hpp"
#include "banyan/part/speeds.hpp"
#include "libpart/part/cover_check.hpp"

namespace banyan::part {
namespace {

int checked_machines(int machines) {
    if (machines < 1 || machines > speeds::max_machines)
        throw error(fmt::format("partition: {} machines, allowed are 1 to {}", machines, speeds::max_machines));
    return machines;
}

void check_machine(int machine, int machines) {
    if (machine < 0 || machine >= machines)
        throw error(fmt::format("partition: machine {}, allowed are 0 to {}", machine, machines - 1));
}

template <class Parts>
void check_one_each(const Parts& parts, int machines) {
    std::vector<bool> seen(static_cast<std::size_t>(machines));
    for (const auto& part : parts) {
        check_machine(part.machine, machines);
        if (seen[static_cast<std::size_t>(part.machine)])
            throw error(fmt::format("partition: machine {} is named twice", part.machine));
        seen[static_cast<std::size_t>(part.machine)] = true;
    }
}

void check_sequence(const grid& domain, std::span<const run> runs) {
    std::int64_t next = 0;
    for (const run& r : runs) {
        if (r.count < 1 || r.first != next || r.count > domain.cells() - next)
            throw error(fmt::format("partition: run of machine {} from {} with {} cells, expected from {} within {}",
                                    r.machine, r.first, r.count, next, domain.cells()));
        next += r.count;
    }
    if (next != domain.cells()) throw error(fmt::format("partition: runs end at cell {} of {}", next, domain.cells()));
}

/// A run as rectangles: the rest of its first row, its whole rows, the start of its last row; what there is of these.
void append_rectangles(const run& r, std::int64_t cols, std::vector<block>& out) {
    std::int64_t next = r.first;
    const std::int64_t end = r.first + r.count;
    const auto take = [&](std::int64_t rows, std::int64_t width) {
        if (rows == 0 || width == 0) return;
        out.push_back({r.machine, next / cols, next % cols, rows, width});
        next += rows * width;
    };
    if (next % cols != 0) take(1, std::min(end - next, cols - next % cols));
    take((end - next) / cols, cols);
    take(1, end - next);
}

}  // namespace

void check_listed(const grid& domain) {
    if (domain.cells() > max_listed_cells)
        throw error(fmt::format("partition: owner list of {} cells, allowed are {}", domain.cells(), max_listed_cells));
}

partition::partition(const grid& domain, int machines, layout kind)
    : domain_(domain), kind_(kind), cells_(static_cast<std::size_t>(checked_machines(machines))) {}

partition partition::from_rectangles(const grid& domain, int machines, std::vector<block> blocks) {
    partition result(domain, machines, layout::rectangles);
    check_one_each(blocks, machines);
    check_cover(domain, blocks);
    result.blocks_ = std::move(blocks);
    std::ranges::sort(result.blocks_, {}, &block::machine);
    result.count_cells();
    return result;
}

partition partition::from_runs(const grid& domain, int machines, std::vector<run> runs) {
    partition result(domain, machines, layout::runs);
    std::ranges::sort(runs, {}, &run::first);
    check_one_each(runs, machines);
    check_sequence(domain, runs);
    for (const run& r : runs)
        append_rectangles(r, domain.cols(), result.blocks_);
    std::ranges::stable_sort(result.blocks_, {}, &block::machine);
    result.runs_ = std::move(runs);
    result.count_cells();
    return result;
}

partition partition::from_owners(const grid& domain, int machines, std::vector<std::int32_t> owners) {
    partition result(domain, machines, layout::cells);
    if (static_cast<std::int64_t>(owners.size()) != domain.cells())
        throw error(fmt::format("partition: {} owners for {} cells", owners.size(), domain.cells()));
    for (std::int32_t owner : owners) {
        check_machine(owner, machines);
        ++result.cells_[static_cast<std::size_t>(owner)];
    }
    result.owners_ = std::move(owners);
    result.find_dropped();
    return result;
}

void partition::count_cells() {
    for (const block& b : blocks_)
        cells_[static_cast<std::size_t>(b.machine)] += b.cells();
    find_dropped();
}

void partition::find_dropped() {
    for (int machine = 0; machine < machines(); ++machine)
        if (cells(machine) == 0) dropped_.push_back(machine);
}

std::span<const block> partition::blocks(int machine) const {
    check_machine(machine, machines());
    const auto found = std::ranges::equal_range(blocks_, machine, {}, &block::machine);
    return {found.begin(), found.end()};
}

int partition::owner(std::int64_t row, std::int64_t col) const {
    if (row < 0 || row >= domain_.rows() || col < 0 || col >= domain_.cols())
        throw error(
            fmt::format("partition: no cell ({}, {}) in a grid of {} x {}", row, col, domain_.rows(), domain_.cols()));
    const std::int64_t cell = row * domain_.cols() + col;
    switch (kind_) {
        case layout::runs:
            return std::prev(std::ranges::upper_bound(runs_, cell, {}, &run::first))->machine;
        case layout::cells:
            return owners_[static_cast<std::size_t>(cell)];
        case layout::rectangles:
            break;
    }
    return std::ranges::find_if(blocks_, [&](const block& b) { return b.contains(row, col); })->machine;
}

std::vector<std::int32_t> partition::owners() const {
    if (kind_ == layout::cells) return owners_;
    check_listed(domain_);
    std::vector<std::int32_t> result(static_cast<std::size_t>(domain_.cells()));
    for (const block& b : blocks_)
        for (std::int64_t r = b.row; r < b.row + b.rows; ++r)
            std::fill_n(result.begin() + r * domain_.cols() + b.col, b.cols, b.machine);
    return result;
}

partition partition::with_edges(edges beyond) const {
    partition result = *this;
    result.domain_ = grid(domain_.rows(), domain_.cols(), beyond);
    return result;
}

}  // namespace banyan::part
