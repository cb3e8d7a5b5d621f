// RecursiveBisection 1, 2 and 3 (Kaddoura, Ranka & Wang 1995, Figure 15 and section 6.3). The first cut divides the
// longer side of the grid. rb1 is brbd with that first cut. rb2 and rb3 always divide the longer side; rb2 halves the
// work instead of the list, and rb3 makes the two lists by bin packing.
#include "libpart/methods/region.hpp"
#include "libpart/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

/// The fewest of the first processors that together reach half the total. The paper says "approximately half". Its
/// tables 5 and 6 agree with this reading in nearly all cells, and less with the prefix nearest to half
/// (docs/papers.md).
two_lists first_half(processor_list processors) {
    const double half = total_weight(processors) / 2 * (1 - tie_slack);
    two_lists lists;
    for (const weighted_processor& processor : processors.first(processors.size() - 1))
        lists.add(lists.sums[0] < half ? 0 : 1, processor);
    lists.add(1, processors.back());
    return lists;
}

/// Adds each processor, fastest first, to the list with the smaller sum.
two_lists packed(processor_list processors) {
    two_lists lists;
    for (const weighted_processor& processor : processors)
        lists.add(lists.lighter(), processor);
    return lists;
}

}  // namespace

cut_tree rb1(const grid& domain, processor_list processors) {
    return on_wide_grid(domain, [&](const grid& wide) { return brbd(wide, processors); });
}

cut_tree rb2(const grid& domain, processor_list processors) {
    return on_wide_grid(domain,
                        [&](const grid& wide) { return cut_longer_side(region_of(wide), processors, first_half); });
}

cut_tree rb3(const grid& domain, processor_list processors) {
    return on_wide_grid(domain, [&](const grid& wide) { return cut_longer_side(region_of(wide), processors, packed); });
}

}  // namespace banyan::part
