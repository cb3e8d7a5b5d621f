#include "banyan/part/box_partition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/part/error.hpp"
#include "libpart/boxes/box_index.hpp"

namespace banyan::part {
namespace {

std::string text_of(const box& b) {
    return fmt::format("box {} x {} x {} at ({}, {}, {}) of processor {}", b.sides[0], b.sides[1], b.sides[2],
                       b.first[0], b.first[1], b.first[2], b.processor);
}

void check_inside(const grid_3d& domain, const box& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (b.sides[axis] < 1) throw error(text_of(b) + " is empty");
        if (b.first[axis] < 0 || b.sides[axis] > domain.sides()[axis] - b.first[axis])
            throw error(fmt::format("{} is not inside the grid {} x {} x {}", text_of(b), domain.side(0),
                                    domain.side(1), domain.side(2)));
    }
}

/// boxes: sorted by processor.
void check_boxes(const grid_3d& domain, std::span<const box> boxes) {
    if (boxes.empty()) throw error("a partition into boxes needs at least one processor");
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].processor != static_cast<int>(i))
            throw error(fmt::format("processor {} does not have exactly one box; the processors are 0 to {}", i,
                                    boxes.size() - 1));
        check_inside(domain, boxes[i]);
    }
    const box_index index(boxes);
    for (std::size_t i = 0; i < boxes.size(); ++i)
        index.each_meeting(boxes[i].first, boxes[i].sides, [&](std::size_t other) {
            if (other != i) throw error(text_of(boxes[i]) + " overlaps the " + text_of(boxes[other]));
        });
    // Counted only now: the sum of boxes that overlap can be more than an integer holds.
    std::int64_t covered = 0;
    for (const box& b : boxes)
        covered += b.cells();
    if (covered != domain.cells())
        throw error(fmt::format("{} cells of the grid have no owner", domain.cells() - covered));
}

}  // namespace

grid_3d::grid_3d(const triple& sides, const std::array<bool, 3>& periodic) : sides_(sides), periodic_(periodic) {
    for (const std::int64_t side : sides)
        if (side < 1 || side > max_side)
            throw error(fmt::format("grid: {} x {} x {} cells, allowed: sides of 1 to {}", sides[0], sides[1], sides[2],
                                    max_side));
}

bool box::contains(const triple& cell) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (cell[axis] < first[axis] || cell[axis] >= first[axis] + sides[axis]) return false;
    return true;
}

box_partition::box_partition(const grid_3d& domain, std::vector<box> boxes)
    : domain_(domain), boxes_(std::move(boxes)) {
    std::ranges::sort(boxes_, {}, &box::processor);
    check_boxes(domain_, boxes_);
}

const box& box_partition::of(int processor) const {
    if (processor < 0 || processor >= processors())
        throw error(fmt::format("processor: {}, allowed: 0 to {}", processor, processors() - 1));
    return boxes_[static_cast<std::size_t>(processor)];
}

int box_partition::owner(const triple& cell) const {
    const auto found = std::ranges::find_if(boxes_, [&](const box& b) { return b.contains(cell); });
    if (found == boxes_.end())
        throw error(fmt::format("cell ({}, {}, {}) is not in the grid", cell[0], cell[1], cell[2]));
    return found->processor;
}

}  // namespace banyan::part
