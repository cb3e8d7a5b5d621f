// Writes a picture of the partitions of a run.
#pragma once

#include <span>
#include <string>

#include "banyan/grid/repartitioner.hpp"
#include "banyan/part/partition.hpp"

namespace thermal {

/// The partition at the start and after each repartition, side by side as an SVG document: a colour for each rank, and
/// the iteration, the way and the share of moved cells above each. Partitions with an owner for each cell are drawn
/// from at most 48 x 48 samples. The picture ends with the last one of at most 12 partitions; then a line says how many
/// are left out.
std::string partition_history_svg(const banyan::part::partition& start,
                                  std::span<const banyan::grid::repartition_record> repartitions);

/// Writes partition_history_svg() to a file. Throws std::runtime_error, naming the file, if it cannot be written.
void write_partition_history(const std::string& file, const banyan::part::partition& start,
                             std::span<const banyan::grid::repartition_record> repartitions);

}  // namespace thermal
