// A partition as an SVG document.
#pragma once

#include <string>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::tools {

/// The grid in colours, one for each processor, under the caption; blocks are labelled with processor, share and cells
/// where there is room, and a legend names the same for up to 64 processors. Owner tables of more than 48 cells a side
/// are drawn from 48 x 48 samples at most, so that a picture stays below 30 KB for up to 16 processors.
std::string svg_picture(const part::partition& parts, const part::speeds& processors, const std::string& caption);

}  // namespace banyan::tools
