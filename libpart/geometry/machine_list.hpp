// The machines as the methods take them: fastest first.
#pragma once

#include <span>
#include <vector>

#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// A machine and its share of the work, as the methods see it.
struct weighted_machine {
    int machine;
    double weight;
};

/// Machines by descending weight, at least one. A method uses all of them; when its tree does not fit the grid,
/// make_partition() asks again without the slowest.
using machine_list = std::span<const weighted_machine>;

/// By descending speed; equal speeds by ascending index.
inline std::vector<weighted_machine> sorted_machines(const speeds& machines) {
    std::vector<weighted_machine> result;
    for (int machine : machines.descending())
        result.push_back({machine, machines[machine]});
    return result;
}

inline std::vector<double> weights_of(machine_list machines) {
    std::vector<double> weights;
    for (const weighted_machine& machine : machines)
        weights.push_back(machine.weight);
    return weights;
}

}  // namespace banyan::part
