// Partitions as files for other programs.
#pragma once

#include <filesystem>
#include <ostream>
#include <string_view>

#include "banyan/part/box_partition.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::tools {

/// Writes the partition in the form that the name of `file` asks for. CSV, if the name ends with .csv: a line of the
/// columns processor,row,col,rows,cols, and then the tiles() of the partition, one on each line. JSON otherwise, from
/// which part::partition_from_json() makes the partition.
void write_partition(std::ostream& out, const std::filesystem::path& file, const part::partition& parts);

/// The same for boxes: CSV with the columns processor,plane,row,col,planes,rows,cols, or JSON, from which
/// part::box_partition_from_json() makes the partition.
void write_boxes(std::ostream& out, const std::filesystem::path& file, const part::box_partition& parts);

/// The file for one method. If there are several methods, it is FILE with the method before the extension:
/// parts-brbd.svg.
std::filesystem::path file_of_method(std::filesystem::path file, std::string_view method, bool several);

}  // namespace banyan::tools
