// The method `block` of the published advisor (Crandall 1994, ch. 7): homogeneous blocks for equal speeds and composite
// p, else binary recursive ones.
#include <algorithm>

#include "libpart/methods/method.hpp"

namespace banyan::part {
namespace {

bool all_equal(processor_list processors) {
    return processors.front().weight == processors.back().weight;  // sorted
}

bool composite(std::size_t p) {
    for (std::size_t factor = 2; factor * factor <= p; ++factor)
        if (p % factor == 0) return true;
    return false;
}

}  // namespace

cut_tree block_by_speeds(const grid& domain, processor_list processors) {
    const bool homogeneous = all_equal(processors) && composite(processors.size());
    return homogeneous ? homogeneous_block(domain, processors) : brbd(domain, processors);
}

}  // namespace banyan::part
