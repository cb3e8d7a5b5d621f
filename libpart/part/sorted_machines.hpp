// The machines as the methods take them.
#pragma once

#include <vector>

#include "banyan/part/speeds.hpp"
#include "libpart/part/cut_tree.hpp"

namespace banyan::part {

/// By descending speed; equal speeds by ascending index.
inline std::vector<weighted_machine> sorted_machines(const speeds& machines) {
    std::vector<weighted_machine> result;
    for (int machine : machines.descending())
        result.push_back({machine, machines[machine]});
    return result;
}

}  // namespace banyan::part
