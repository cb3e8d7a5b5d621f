// A partition as an SVG document.
#pragma once

#include <string>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::tools {

/// The grid under the caption, in one colour for each processor. A block that is large enough has a label with the
/// number of the processor, its share and its cells; for up to 64 processors a legend has the same. Partitions with an
/// owner per cell are drawn from at most 48 x 48 samples, so that a picture for up to 16 processors has less than 30
/// KB.
std::string svg_picture(const part::partition& parts, const part::speeds& processors, const std::string& caption);

}  // namespace banyan::tools
