// The methods that divide a three-dimensional grid into boxes.
#pragma once

#include <optional>
#include <string>

#include "banyan/part/box_partition.hpp"
#include "libpart/geometry/processor_list.hpp"

namespace banyan::part {

/// Boxes, or why the grid is too small for the method.
struct boxes_or_reason {
    std::vector<box> boxes;
    std::string why_not;
};

/// processors: by descending speed, at most as many as cells.
boxes_or_reason bars_of(const grid_3d& domain, processor_list processors);
std::vector<box> bisected_boxes(const grid_3d& domain, processor_list processors);

/// The numbers of cells along one side for parts with these weights and processors, if the side has enough; each
/// processor of a part gets at least one cell, where a layer of one cell along the side has `layer` cells.
std::optional<std::vector<std::int64_t>> divided_side(std::int64_t side, std::span<const double> weights,
                                                      std::span<const std::int64_t> processors, std::int64_t layer);

}  // namespace banyan::part
