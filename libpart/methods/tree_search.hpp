// Local search on slicing layouts, in shares.
#pragma once

#include "banyan/part/grid.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// A layout of the same processors with half-perimeters no longer than those of `tree`. Two kinds of steps in turn
/// until neither helps: exchange two processors; take a part of the tree as up to 6 pieces and lay these out anew, the
/// best way there is (best_slicing). Deterministic. A step looks at p^2 exchanges or p pieces; at most 3 rounds.
cut_tree shortened(cut_tree tree, const grid& domain);

}  // namespace banyan::part
