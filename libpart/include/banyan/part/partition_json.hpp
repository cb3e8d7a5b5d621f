// Partitions as JSON text, to keep them in files.
#pragma once

#include <string>
#include <string_view>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// One JSON object on one line, from which partition_from_json() makes an equal partition. Fields: schema
/// ("banyan.stored_partition.v1"), rows, cols, periodic (both, rows, columns, none), processors, layout, and by layout
///   rectangles   blocks: processor, row, col, rows, cols
///   runs         runs: processor, first, count
///   cells        owners: pairs [processor, cells] in row-major order; neighbouring pairs differ in the processor
std::string to_json(const partition& parts);

/// The partition in such an object; other fields are ignored. Throws error for text that is not such an object, and as
/// the factory functions of partition.
partition partition_from_json(std::string_view text);

}  // namespace banyan::part
