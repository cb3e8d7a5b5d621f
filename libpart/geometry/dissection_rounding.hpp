// Whole cells for the drawing of a floorplan.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/cut_tree.hpp"
#include "libpart/geometry/floorplan.hpp"

namespace banyan::part {

/// Moves every segment to a whole row or column near its place, so that the largest cells / weight is the smallest
/// among all such positions, then the half-perimeters. Any positions that leave each room at least one row and column
/// make a dissection again: along a segment the rooms on each side follow each other from its one end to its other.
/// processors[i] gets room i. Nothing where no position near by gives every room a cell.
std::optional<std::vector<block>> rounded(const floorplan& plan, const drawing& exact, const grid& domain,
                                          std::span<const weighted_processor> processors);

}  // namespace banyan::part
