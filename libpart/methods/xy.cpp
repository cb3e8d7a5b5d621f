// XY of Kaddoura, Ranka & Wang 1995 (Figure 13): every nondecreasing list of strip sizes along the longer side.
#include "libpart/methods/strip_search.hpp"

namespace banyan::part {

cut_tree xy(const grid& domain, processor_list processors) {
    return cheapest_strips(domain, processors, ways::longer_side, 0);
}

}  // namespace banyan::part
