#include "banyan/part/partition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/part/error.hpp"
#include "banyan/part/speeds.hpp"
#include "libpart/model/cover_check.hpp"
#include "libpart/model/partition_lists.hpp"

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

std::span<const block> of_machine(std::span<const block> by_machine, int machine) {
    const auto found = std::ranges::equal_range(by_machine, machine, {}, &block::machine);
    return {found.begin(), found.end()};
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

partition::lists::lists(int machines) : cells(static_cast<std::size_t>(checked_machines(machines))) {}

void partition::lists::count_blocks() {
    for (const block& b : blocks)
        cells[static_cast<std::size_t>(b.machine)] += b.cells();
}

void partition::lists::find_dropped() {
    for (int machine = 0; machine < std::ssize(cells); ++machine)
        if (cells[static_cast<std::size_t>(machine)] == 0) dropped.push_back(machine);
}

partition::partition(const grid& domain, layout kind, std::shared_ptr<const lists> found)
    : domain_(domain), kind_(kind), lists_(std::move(found)) {}

partition partition::from_rectangles(const grid& domain, int machines, std::vector<block> blocks) {
    auto found = std::make_shared<lists>(machines);
    check_one_each(blocks, machines);
    check_cover(domain, blocks);
    found->blocks = std::move(blocks);
    std::ranges::sort(found->blocks, {}, &block::machine);
    found->count_blocks();
    found->find_dropped();
    return {domain, layout::rectangles, std::move(found)};
}

partition partition::from_runs(const grid& domain, int machines, std::vector<run> runs) {
    auto found = std::make_shared<lists>(machines);
    std::ranges::sort(runs, {}, &run::first);
    check_one_each(runs, machines);
    check_sequence(domain, runs);
    for (const run& r : runs)
        append_rectangles(r, domain.cols(), found->blocks);
    std::ranges::stable_sort(found->blocks, {}, &block::machine);
    found->runs = std::move(runs);
    found->count_blocks();
    found->find_dropped();
    return {domain, layout::runs, std::move(found)};
}

partition partition::from_owners(const grid& domain, int machines, std::vector<std::int32_t> owners) {
    auto found = std::make_shared<lists>(machines);
    if (static_cast<std::int64_t>(owners.size()) != domain.cells())
        throw error(fmt::format("partition: {} owners for {} cells", owners.size(), domain.cells()));
    for (std::int32_t owner : owners) {
        check_machine(owner, machines);
        ++found->cells[static_cast<std::size_t>(owner)];
    }
    found->owners = std::move(owners);
    found->find_dropped();
    return {domain, layout::cells, std::move(found)};
}

int partition::machines() const {
    return static_cast<int>(lists_->cells.size());
}

std::span<const block> partition::blocks() const {
    return lists_->blocks;
}

std::span<const block> partition::blocks(int machine) const {
    check_machine(machine, machines());
    return of_machine(blocks(), machine);
}

std::span<const run> partition::runs() const {
    return lists_->runs;
}

std::span<const std::int32_t> partition::owner_list() const {
    return lists_->owners;
}

std::span<const block> partition::tiles() const {
    if (kind_ != layout::cells) return blocks();
    return lists_->tiles_of_cells(domain_);
}

std::span<const block> partition::tiles(int machine) const {
    check_machine(machine, machines());
    return of_machine(tiles(), machine);
}

std::int64_t partition::cells(int machine) const {
    return lists_->cells[static_cast<std::size_t>(machine)];
}

std::span<const int> partition::dropped() const {
    return lists_->dropped;
}

int partition::owner(std::int64_t row, std::int64_t col) const {
    if (row < 0 || row >= domain_.rows() || col < 0 || col >= domain_.cols())
        throw error(
            fmt::format("partition: no cell ({}, {}) in a grid of {} x {}", row, col, domain_.rows(), domain_.cols()));
    const std::int64_t cell = row * domain_.cols() + col;
    switch (kind_) {
        case layout::runs:
            return std::prev(std::ranges::upper_bound(lists_->runs, cell, {}, &run::first))->machine;
        case layout::cells:
            return lists_->owners[static_cast<std::size_t>(cell)];
        case layout::rectangles:
            break;
    }
    return std::ranges::find_if(lists_->blocks, [&](const block& b) { return b.contains(row, col); })->machine;
}

std::vector<std::int32_t> partition::owners() const {
    if (kind_ == layout::cells) return lists_->owners;
    check_listed(domain_);
    std::vector<std::int32_t> result(static_cast<std::size_t>(domain_.cells()));
    for (const block& b : blocks())
        for (std::int64_t r = b.row; r < b.row + b.rows; ++r)
            std::fill_n(result.begin() + r * domain_.cols() + b.col, b.cols, b.machine);
    return result;
}

partition partition::with_edges(edges beyond) const {
    partition result = *this;
    result.domain_ = grid(domain_.rows(), domain_.cols(), beyond);
    return result;
}

bool operator==(const partition& a, const partition& b) {
    if (a.domain_ != b.domain_ || a.kind_ != b.kind_) return false;
    return a.lists_ == b.lists_ || (a.machines() == b.machines() && a.lists_->blocks == b.lists_->blocks &&
                                    a.lists_->runs == b.lists_->runs && a.lists_->owners == b.lists_->owners);
}

}  // namespace banyan::part
