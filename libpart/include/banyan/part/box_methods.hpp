// Partitions of a three-dimensional grid into boxes for processors of unequal speeds.
#pragma once

#include <span>
#include <string_view>

#include "banyan/part/box_partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// "bars", "bisection", "best".
std::span<const std::string_view> box_method_names();

/// A box for each processor, with cells in proportion to its speed, as far as whole cells allow.
///
///     bars        The grid is cut into slabs, each slab into bars, and each bar into the boxes of its processors.
///                 These are consecutive in the order of speed. The cuts have the least area: exactly for given
///                 slabs, and for all slabs up to 128 processors; for more, slabs have about equal shares. All six
///                 orders of the axes are tried. Throws error if the boxes of each bar do not fit into the grid.
///     bisection   The processors are divided into two halves of about equal speed, and the grid by a plane across
///                 its longest side; the same is repeated in each half. It fits every grid with a cell for each
///                 processor.
///     best        The one of these two with the smaller cut area, unless it is more than 1 % slower than the other
///                 one by time_ratio().
///
/// Throws error for another name, and if there are more processors than cells. O(p^4) up to 128 processors, O(p^2 log
/// p) for more. docs/derivations.md describes them.
box_partition make_box_partition(std::string_view method, const grid_3d& domain, const speeds& processors);

/// The area of all boundaries between boxes inside the grid, in cell faces: the cut length in three dimensions.
std::int64_t cut_area(const box_partition& parts);

/// A lower bound of the cut area of all partitions into boxes whose volumes are in proportion to the speeds, before the
/// volumes are rounded to whole cells. It follows from the surface of a cube of each volume, or of the best box that
/// fits into the grid if the cube does not. Not always reachable.
double cut_area_bound(const grid_3d& domain, const speeds& processors);

/// The time of the slowest processor divided by the time with perfect shares. 1 is perfect. Throws error if the numbers
/// of processors differ.
double time_ratio(const box_partition& parts, const speeds& processors);

}  // namespace banyan::part
