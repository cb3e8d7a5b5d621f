// The methods of Kaddoura, Ranka & Wang need a grid with at most as many rows as columns. On other grids they work on
// the transposed one.
#pragma once

#include <utility>
#include <vector>

#include "libpart/methods/method.hpp"

namespace banyan::part {

/// The same cuts with rows and columns exchanged.
inline cut_tree transposed(const cut_tree& tree) {
    if (tree.direction == cut::none) return tree;
    std::vector<cut_tree> parts;
    for (const cut_tree& part : tree.parts)
        parts.push_back(transposed(part));
    return joined(across(tree.direction), std::move(parts));
}

/// The axes of a grid whose rows and columns are exchanged.
inline periodic transposed(periodic axes) {
    if (axes == periodic::rows) return periodic::columns;
    return axes == periodic::columns ? periodic::rows : axes;
}

/// The cut tree that make(grid) makes for `domain`, or for the transposed grid if `domain` has more rows than columns.
template <class Make>
cut_tree on_wide_grid(const grid& domain, const Make& make) {
    if (domain.rows() <= domain.cols()) return make(domain);
    return transposed(make(grid(domain.cols(), domain.rows(), transposed(domain.axes()))));
}

}  // namespace banyan::part
