#include "examples/contour/labelling.hpp"

#include <numeric>

namespace contour {

std::vector<int> label_targets(std::span<const std::uint64_t> sums, int task, std::span<const std::uint64_t> weights) {
    const auto before = sums.first(static_cast<std::size_t>(task));
    std::uint64_t position = std::accumulate(before.begin(), before.end(), std::uint64_t{0});
    const std::uint64_t all = std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
    std::vector<int> targets;
    for (const std::uint64_t weight : weights) {
        const std::uint64_t middle = position + (weight - 1) / 2;  // fewer than 2^48 elements and 2^16 tasks
        targets.push_back(static_cast<int>(middle * sums.size() / all));
        position += weight;
    }
    return targets;
}

}  // namespace contour
