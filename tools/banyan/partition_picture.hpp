// Pictures of a partition: letters for a terminal, SVG for a document.
#pragma once

#include <string>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::tools {

/// Lines of letters, one letter per machine (0-9, A-Z, a-z), at most 56 x 20. Empty for more than 62 machines.
std::string text_picture(const part::partition& parts);

/// An SVG document: one coloured rectangle per block, labelled with machine and cells where there is room.
std::string svg_picture(const part::partition& parts, const part::speeds& machines, const std::string& title);

}  // namespace banyan::tools
