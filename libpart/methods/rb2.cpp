// RecursiveBisection2 (Kaddoura, Ranka & Wang 1995, 6.3): cuts the longer side, halves the work instead of the list.
#include "libpart/methods/region.hpp"
#include "libpart/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

/// The fewest of the first processors that together reach half the total. The paper says "approximately half"; its
/// tables 5 and 6 agree with this reading nearly everywhere, and less with the prefix nearest to half
/// (docs/partitioning.md).
two_lists first_half(processor_list processors) {
    const double half = total_weight(processors) / 2 * (1 - tie_slack);
    two_lists lists;
    for (const weighted_processor& processor : processors.first(processors.size() - 1))
        lists.add(lists.sums[0] < half ? 0 : 1, processor);
    lists.add(1, processors.back());
    return lists;
}

}  // namespace

cut_tree rb2(const grid& domain, processor_list processors) {
    return on_wide_grid(domain,
                        [&](const grid& wide) { return cut_longer_side(region_of(wide), processors, first_half); });
}

}  // namespace banyan::part
