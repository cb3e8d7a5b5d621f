// The blocks of the method `bands`, which triangulated also starts from.
#pragma once

#include <vector>

#include "libpart/methods/method.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// One block per machine: bands from the top, in each band its blocks from the left, the machines in their order. There
/// are at least as many cells as machines.
std::vector<block> band_blocks(const grid& domain, machine_list machines, const work_map& map);

}  // namespace banyan::part
