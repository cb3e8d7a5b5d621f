// Partitions into boxes as JSON text, to keep them in files.
#pragma once

#include <string>
#include <string_view>

#include "banyan/part/box_partition.hpp"

namespace banyan::part {

/// One JSON object on one line, from which box_partition_from_json() makes an equal partition. Fields: schema
/// ("banyan.stored_boxes.v1"), planes, rows, cols, periodic (a list of the periodic axes, each of them planes, rows or
/// cols), processors, and
///   boxes        for each processor: processor, plane, row, col (of the first cell), planes, rows, cols
std::string to_json(const box_partition& parts);

/// The partition in such an object, such as the file that `banyan partition --planes P --out` writes; other fields are
/// ignored. Throws error for text that is not such an object, and as the constructors of grid_3d and box_partition.
box_partition box_partition_from_json(std::string_view text);

}  // namespace banyan::part
