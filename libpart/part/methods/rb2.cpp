// RecursiveBisection2 (Kaddoura, Ranka & Wang 1995, 6.3): cuts the longer side, halves the work instead of the list.
#include "libpart/part/methods/region.hpp"
#include "libpart/part/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

/// The fewest of the first machines that together reach half the total. The paper says "approximately half"; its tables
/// 5 and 6 agree with this reading nearly everywhere, and less with the prefix nearest to half (docs/partitioning.md).
two_lists first_half(machine_list machines) {
    const double half = total_weight(machines) / 2 * (1 - tie_slack);
    two_lists lists;
    for (const weighted_machine& machine : machines.first(machines.size() - 1))
        lists.add(lists.sums[0] < half ? 0 : 1, machine);
    lists.add(1, machines.back());
    return lists;
}

}  // namespace

cut_tree rb2(const grid& domain, machine_list machines) {
    return on_wide_grid(domain,
                        [&](const grid& wide) { return cut_longer_side(region_of(wide), machines, first_half); });
}

}  // namespace banyan::part
