#include "banyan/grid/box_redistribution.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

/// All sides are 0 if there is no common cell.
box_region common_cells(const part::box& a, const part::box& b) {
    box_region common;
    for (std::size_t i = 0; i < 3; ++i) {
        common.first[i] = std::max(a.first[i], b.first[i]);
        common.sides[i] = std::min(a.first[i] + a.sides[i], b.first[i] + b.sides[i]) - common.first[i];
        if (common.sides[i] <= 0) return {};
    }
    return common;
}

/// What a box shares with the boxes of other processors.
std::vector<box_message> shared_with_others(const part::box& own, const part::box_partition& others) {
    std::vector<box_message> messages;
    for (const part::box& other : others.boxes()) {
        const box_region cells = common_cells(own, other);
        if (other.processor != own.processor && cells.cells() > 0)
            messages.push_back({other.processor, {cells}, cells.cells()});
    }
    return messages;
}

std::string sides_text(const part::grid_3d& domain) {
    return std::to_string(domain.side(0)) + " x " + std::to_string(domain.side(1)) + " x " +
           std::to_string(domain.side(2));
}

}  // namespace

box_redistribution::box_redistribution(const part::box_partition& from, const part::box_partition& to, int processor) {
    if (from.domain().sides() != to.domain().sides())
        throw part::error("redistribution: the partitions have different grids: " + sides_text(from.domain()) +
                          " and " + sides_text(to.domain()));
    if (from.processors() != to.processors())
        throw part::error("redistribution: the partitions have different numbers of processors: " +
                          std::to_string(from.processors()) + " and " + std::to_string(to.processors()));
    const part::box &before = from.of(processor), &after = to.of(processor);
    sends_ = shared_with_others(before, to);
    receives_ = shared_with_others(after, from);
    kept_ = common_cells(before, after);
}

}  // namespace banyan::grid
