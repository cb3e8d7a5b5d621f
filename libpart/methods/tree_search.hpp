// Local search on slicing layouts, in shares.
#pragma once

#include "banyan/part/grid.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// A layout of the same processors whose half-perimeters are not longer than those of `tree`. Two kinds of steps
/// alternate until neither improves the layout: two processors are exchanged; a part of the tree is taken as up to 6
/// pieces, for which the best layout is found (best_slicing). Deterministic. A step tries p^2 exchanges or p parts; at
/// most 3 rounds.
cut_tree shortened(cut_tree tree, const grid& domain);

}  // namespace banyan::part
