// RecursiveBisection3 (Kaddoura, Ranka & Wang 1995, 6.3): cuts the longer side, the two lists by bin packing.
#include "libpart/methods/region.hpp"
#include "libpart/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

/// Each processor, fastest first, to the list that is lighter so far.
two_lists packed(processor_list processors) {
    two_lists lists;
    for (const weighted_processor& processor : processors)
        lists.add(lists.lighter(), processor);
    return lists;
}

}  // namespace

cut_tree rb3(const grid& domain, processor_list processors) {
    return on_wide_grid(domain, [&](const grid& wide) { return cut_longer_side(region_of(wide), processors, packed); });
}

}  // namespace banyan::part
