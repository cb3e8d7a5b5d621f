// Fair binary recursive decomposition (Crandall 5.3, Figures 21 and 22).
#include "libpart/methods/region.hpp"

namespace banyan::part {
namespace {

/// Adds processors to both lists in turn until one would bring its list above half the total; from then on each goes to
/// the list with the smaller sum.
two_lists fair_lists(processor_list processors) {
    const double half = total_weight(processors) / 2 * (1 + tie_slack);
    two_lists lists;
    std::size_t next = 0;
    for (int turn = 0; next < processors.size() && lists.sums[turn] + processors[next].weight <= half; turn = 1 - turn)
        lists.add(turn, processors[next++]);
    for (; next < processors.size(); ++next)
        lists.add(lists.lighter(), processors[next]);
    return lists;
}

}  // namespace

cut_tree fbrd(const grid& domain, processor_list processors) {
    return cut_longer_side(region_of(domain), processors, fair_lists);
}

}  // namespace banyan::part
