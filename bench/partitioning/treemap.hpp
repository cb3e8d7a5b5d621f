// Squarified treemap of Bruls, Huizing & van Wijk 2000, as a cut tree.
#pragma once

#include <span>

#include "libpart/geometry/cut_tree.hpp"

namespace banyan::bench {

/// Rows of processors along the shorter side of what is left, each as long as its worst aspect ratio gets better.
/// `processors` by descending weight, at least one; `rows` x `cols` the area.
part::cut_tree squarified_treemap(std::span<const part::weighted_processor> processors, double rows, double cols);

}  // namespace banyan::bench
