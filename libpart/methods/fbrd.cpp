// Fair binary recursive decomposition (Crandall 5.3, Figures 21 and 22).
#include "libpart/methods/region.hpp"

namespace banyan::part {
namespace {

/// In turn to both lists until a machine would lift its list above half the total; from then on to the lighter list.
two_lists fair_lists(machine_list machines) {
    const double half = total_weight(machines) / 2 * (1 + tie_slack);
    two_lists lists;
    std::size_t next = 0;
    for (int turn = 0; next < machines.size() && lists.sums[turn] + machines[next].weight <= half; turn = 1 - turn)
        lists.add(turn, machines[next++]);
    for (; next < machines.size(); ++next)
        lists.add(lists.lighter(), machines[next]);
    return lists;
}

}  // namespace

cut_tree fbrd(const grid& domain, machine_list machines) {
    return cut_longer_side(region_of(domain), machines, fair_lists);
}

}  // namespace banyan::part
