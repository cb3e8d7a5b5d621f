// RecursiveBisection3 (Kaddoura, Ranka & Wang 1995, 6.3): cuts the longer side, the two lists by bin packing.
#include "libpart/methods/region.hpp"
#include "libpart/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

/// Each machine, fastest first, to the list that is lighter so far.
two_lists packed(machine_list machines) {
    two_lists lists;
    for (const weighted_machine& machine : machines)
        lists.add(lists.lighter(), machine);
    return lists;
}

}  // namespace

cut_tree rb3(const grid& domain, machine_list machines) {
    return on_wide_grid(domain, [&](const grid& wide) { return cut_longer_side(region_of(wide), machines, packed); });
}

}  // namespace banyan::part
