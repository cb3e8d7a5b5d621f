// A grid in words and as JSON: its sides, its periodic axes and the kind of its density.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "banyan/part/grid.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::tools {

/// The axes as --periodic and the JSON name them: "both", "rows", "columns", "none".
const char* name_of(part::periodic axes);
/// The same for people: "torus", "grid with periodic rows", "grid with periodic columns", "open grid".
const char* shape_text(part::periodic axes);

/// What has a number in the file of --density: "rows", "columns" or "cells".
const char* name_of(part::work_density::form kind);

/// "R x C open grid, work of the cells: given for rows"; without the part after the comma if all cells are equal.
std::string grid_text(const part::grid& domain, part::work_density::form kind = part::work_density::form::uniform);

/// rows, cols and periodic; density unless all cells are equal.
nlohmann::ordered_json grid_json(const part::grid& domain,
                                 part::work_density::form kind = part::work_density::form::uniform);

}  // namespace banyan::tools
