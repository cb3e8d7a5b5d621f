// XY2 of Kaddoura, Ranka & Wang 1995 (section 6.1): every nondecreasing list of strip sizes, both orientations.
#include "libpart/methods/strip_search.hpp"

namespace banyan::part {

cut_tree xy2(const grid& domain, processor_list processors) {
    return cheapest_strips(domain, processors, ways::both, 0);
}

}  // namespace banyan::part
