// Random processors in the order that the methods expect: by descending weight.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "libpart/geometry/cut_tree.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace banyan::testing {

using namespace part;

inline std::vector<weighted_processor> processors_of(std::vector<double> weights) {
    std::ranges::sort(weights, std::greater<>());
    std::vector<weighted_processor> result;
    for (double w : weights)
        result.push_back({static_cast<int>(result.size()), w});
    return result;
}

/// Weights uniform in 1 .. ratio.
inline std::vector<weighted_processor> random_processors(source& random, int processors, double ratio) {
    std::vector<double> weights;
    for (int i = 0; i < processors; ++i)
        weights.push_back(random.real(1, ratio));
    return processors_of(std::move(weights));
}

/// Whole weights in 1 .. most. Many of them are equal.
inline std::vector<weighted_processor> small_whole_weights(source& random, int processors, int most) {
    std::vector<double> weights;
    for (int i = 0; i < processors; ++i)
        weights.push_back(static_cast<double>(random.integer(1, most)));
    return processors_of(std::move(weights));
}

}  // namespace banyan::testing
