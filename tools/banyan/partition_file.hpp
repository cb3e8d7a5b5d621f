// A partition as a file for other programs.
#pragma once

#include <filesystem>
#include <ostream>

#include "banyan/part/partition.hpp"

namespace banyan::tools {

/// Writes the partition in the form that the name of `file` asks for. CSV, if the name ends with .csv: a line of the
/// columns processor,row,col,rows,cols, and then the tiles() of the partition, one on each line. JSON otherwise, from
/// which part::partition_from_json() makes the partition.
void write_partition(std::ostream& out, const std::filesystem::path& file, const part::partition& parts);

}  // namespace banyan::tools
