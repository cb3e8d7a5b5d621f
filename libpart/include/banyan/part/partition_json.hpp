// Partitions as JSON text, to keep them in files.
#pragma once

#include <string>
#include <string_view>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// One JSON object on one line, from which partition_from_json() makes an equal partition. Fields: schema
/// ("banyan.stored_partition.v2"), rows, cols, periodic (both, rows, columns, none), processors, layout, and by layout
///   rectangles   blocks: processor, row, col, rows, cols
///   ranges       ranges: processor, first, count
///   cells        owners: pairs [processor, cells] in row-major order; neighbouring pairs differ in the processor
std::string to_json(const partition& parts);

/// The partition in such an object, or in the field `partition` of an object, such as the file that `banyan advise
/// --out` writes; other fields are ignored. Throws error for text that is not such an object, and as the factory
/// functions of partition.
partition partition_from_json(std::string_view text);

}  // namespace banyan::part
