// Moves cells between the processors of an owner list.
#pragma once

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// A partition (layout::cells) for the speeds. Each processor that has too many cells gives the excess to processors
/// that touch it, by the flow of least squares / length of the common border; the cells nearest to the border move.
/// Cells of a processor that are connected stay so if possible. How far the loads are balanced follows from
/// moving_weight as in repartition_options. O(cells), and O(b log b + p c) in each of at most 30 rounds, for p
/// processors, b cells at borders and c pairs of processors that touch. Throws error for more than max_listed_cells
/// cells.
partition moved_owners(const partition& old, const speeds& now, double moving_weight);

}  // namespace banyan::part
