// The largest number of processors for which a method fits a small grid.
#pragma once

#include <cstddef>

#include "libpart/methods/method.hpp"

namespace banyan::part {

/// Leaves out the slowest processors until every remaining one gets a cell; one processor always does. At first the
/// number decreases by one at a time, because a method can fit more processors but not fewer (9 blocks fit 4 x 4 cells,
/// 7 do not); then by bisection. method(domain, processors) makes a cut_tree.
template <class Method>
cut_tree largest_that_fits(const Method& method, const grid& domain, processor_list processors) {
    constexpr std::size_t single_steps = 64;
    std::size_t kept = processors.size();
    cut_tree tree = method(domain, processors);
    for (std::size_t step = 0; step < single_steps && !fits(tree, domain); ++step)
        tree = method(domain, processors.first(--kept));
    if (fits(tree, domain)) return tree;
    std::size_t good = 1;
    while (kept - good > 1) {
        const std::size_t middle = good + (kept - good) / 2;
        (fits(method(domain, processors.first(middle)), domain) ? good : kept) = middle;
    }
    return method(domain, processors.first(good));
}

}  // namespace banyan::part
