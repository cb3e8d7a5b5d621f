// Tables of text with columns that are as wide as their longest cell. No I/O.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::tools {

using table_row = std::vector<std::string>;

/// A line for each row, also for that of the names of the columns. `alignments` has a character for each column: '<'
/// (left) or '>' (right). Two spaces separate columns, and no line ends in a space. Each row has a cell for each
/// column.
std::string text_table(std::string_view alignments, const std::vector<table_row>& rows);

}  // namespace banyan::tools
