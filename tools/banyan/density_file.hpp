// Reads the work per cell, row or column from a file of numbers.
#pragma once

#include <string>

#include "banyan/part/grid.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::tools {

/// Reads numbers of at least 0, separated by spaces, tabs or commas. Empty lines and lines that begin with # are
/// ignored. For a grid of R x C cells the file has R lines of C numbers (one for each cell), R lines of one number (one
/// for each row), or one line of C numbers (one for each column). Throws verb_error that names option, file and line:
/// `failed` if the file cannot be read, `usage` if its contents are wrong.
part::work_density read_density(const std::string& option, const std::string& file, const part::grid& domain);

}  // namespace banyan::tools
