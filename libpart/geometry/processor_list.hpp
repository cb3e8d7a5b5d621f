// The processors as the methods take them: fastest first.
#pragma once

#include <span>
#include <vector>

#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// A processor and its share of the work, as the methods see it.
struct weighted_processor {
    int processor;
    double weight;
};

/// Processors by descending weight, at least one. A method uses all of them; when its tree does not fit the grid,
/// make_partition() asks again without the slowest.
using processor_list = std::span<const weighted_processor>;

/// By descending speed; equal speeds by ascending index.
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
