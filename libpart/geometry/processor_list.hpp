// The processors in the order in which the methods take them: fastest first.
#pragma once

#include <span>
#include <vector>

#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// A processor and its weight, which is its speed.
struct weighted_processor {
    int processor;
    double weight;
};

/// Processors by descending weight, at least one. A method uses all of them. If its tree does not fit the grid,
/// make_partition() calls it again without the slowest.
using processor_list = std::span<const weighted_processor>;

/// All processors by descending speed; equal speeds by ascending index.
inline std::vector<weighted_processor> sorted_processors(const speeds& processors) {
    std::vector<weighted_processor> result;
    for (int processor : processors.descending())
        result.push_back({processor, processors[processor]});
    return result;
}

inline std::vector<double> weights_of(processor_list processors) {
    std::vector<double> weights;
    for (const weighted_processor& processor : processors)
        weights.push_back(processor.weight);
    return weights;
}

}  // namespace banyan::part
