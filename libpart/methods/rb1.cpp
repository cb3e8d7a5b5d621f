// RecursiveBisection (Kaddoura, Ranka & Wang 1995, Figure 15): brbd with the first cut through the longer side.
#include "libpart/methods/wide_grid.hpp"

namespace banyan::part {

cut_tree rb1(const grid& domain, processor_list processors) {
    return on_wide_grid(domain, [&](const grid& wide) { return brbd(wide, processors); });
}

}  // namespace banyan::part
