// Squarified treemap of Bruls, Huizing & van Wijk 2000, as a cut tree.
#pragma once

#include <span>

#include "libpart/geometry/cut_tree.hpp"

namespace banyan::bench {

/// Puts rows of processors along the shorter side of the area that is left. A row grows as long as its worst aspect
/// ratio improves. There is at least one processor, and they are sorted by descending weight. `rows` x `cols` is the
/// area.
part::cut_tree squarified_treemap(std::span<const part::weighted_processor> processors, double rows, double cols);

}  // namespace banyan::bench
