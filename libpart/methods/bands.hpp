// The blocks of the method `bands`, which triangulated also starts from.
#pragma once

#include <vector>

#include "libpart/methods/method.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// One block per processor: bands from the top, in each band its blocks from the left, the processors in their order.
/// There are at least as many cells as processors.
std::vector<block> band_blocks(const grid& domain, processor_list processors, const work_map& map);

}  // namespace banyan::part
