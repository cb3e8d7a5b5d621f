#include "banyan/grid/sample_sort.hpp"

namespace banyan::grid {

std::int64_t sample_step(std::int64_t n, int processors) {
    return std::max<std::int64_t>(1, n / processors / processors);
}

namespace detail {

std::vector<std::size_t> splitter_indices(std::size_t samples, int processors) {
    std::vector<std::size_t> indices;
    const auto p = static_cast<std::size_t>(processors);
    for (std::size_t j = 1; j < p && samples > 0; ++j)
        indices.push_back(samples / p * j + samples % p * j / p);
    return indices;
}

std::vector<std::size_t> balanced_counts(std::span<const std::int64_t> counts, int processor) {
    const auto mine = static_cast<std::size_t>(processor);
    const std::int64_t begin = std::accumulate(counts.begin(), counts.begin() + processor, std::int64_t{0});
    const std::int64_t end = begin + counts[mine];
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    const auto wanted = item_layout::blocked(all, static_cast<int>(counts.size()));
    std::vector<std::size_t> result;
    for (int r = 0; r < wanted.processors(); ++r) {
        const std::int64_t first = wanted.index(r, 0);
        const std::int64_t common = std::min(end, first + wanted.count(r)) - std::max(begin, first);
        result.push_back(static_cast<std::size_t>(std::max<std::int64_t>(0, common)));
    }
    return result;
}

}  // namespace detail
}  // namespace banyan::grid
