// Rounds the drawing of a floorplan to whole cells.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/cut_tree.hpp"
#include "libpart/geometry/floorplan.hpp"

namespace banyan::part {

/// Moves every segment to a whole row or column near its exact position. Chooses the positions at which the largest
/// cells / weight is least, and of these the ones with the least half-perimeters. Any positions that leave each room at
/// least one row and one column are a dissection, because the rooms on each side of a segment follow each other from
/// one end of it to the other. processors[i] gets room i. Nothing if no near position gives every room a cell.
std::optional<std::vector<block>> rounded(const floorplan& plan, const drawing& exact, const grid& domain,
                                          std::span<const weighted_processor> processors);

}  // namespace banyan::part
