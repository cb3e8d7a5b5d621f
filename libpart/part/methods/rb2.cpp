// RecursiveBisection2 (Kaddoura, Ranka & Wang 1995, 6.3): cuts the longer side, halves the work instead of the list.
#include <cmath>

#include "libpart/part/methods/region.hpp"
#include "libpart/part/methods/wide_grid.hpp"

namespace banyan::part {
namespace {

/// The first machines whose sum is closest to half the total; of two as close the more.
two_lists nearest_half(machine_list machines) {
    const double total = total_weight(machines);
    std::size_t taken = 1;
    double nearest = total;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < machines.size(); ++i) {
        sum += machines[i].weight;
        const double distance = std::abs(sum - total / 2);
        if (distance > nearest + tie_slack * total) break;  // once past the half it only grows
        nearest = distance;
        taken = i + 1;
    }
    two_lists lists;
    for (std::size_t i = 0; i < machines.size(); ++i)
        lists.add(i < taken ? 0 : 1, machines[i]);
    return lists;
}

}  // namespace

cut_tree rb2(const grid& domain, machine_list machines) {
    return on_wide_grid(domain,
                        [&](const grid& wide) { return cut_longer_side(region_of(wide), machines, nearest_half); });
}

}  // namespace banyan::part
