// XY of Kaddoura, Ranka & Wang 1995 (Figure 13): every nondecreasing list of strip sizes along the longer side.
#include "libpart/methods/strip_search.hpp"

namespace banyan::part {

cut_tree xy(const grid& domain, machine_list machines) {
    return cheapest_strips(domain, machines, ways::longer_side, 0);
}

}  // namespace banyan::part
