// Work per cell, row or column from a file of numbers.
#pragma once

#include <string>

#include "banyan/part/grid.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::tools {

/// Reads numbers of 0 and above, parted by blanks, tabs or commas; empty lines and lines that begin with # do not
/// count. R lines of C numbers: one for each cell; R lines of one number: one for each row; one line of C numbers: one
/// for each column. Throws verb_error, naming option, file and line, for a file that cannot be read (failed) or is
/// anything else (usage).
part::work_density read_density(const std::string& option, const std::string& file, const part::grid& domain);

}  // namespace banyan::tools
