// Functions that several methods share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/method.hpp"
#include "libpart/methods/unit_distribution.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// The fastest processors, at most one per unit.
inline processor_list first_processors(processor_list processors, std::int64_t units) {
    return processors.first(static_cast<std::size_t>(std::min(units, std::ssize(processors))));
}

inline double sum_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Whole numbers in proportion to the weights that sum up to `total`, each at least 1 and at most `most`. Needs
/// processors.size() <= total <= processors.size() * most.
inline std::vector<std::int64_t> apportion_to(processor_list processors, std::int64_t total,
                                              std::int64_t most = bounds{}.most) {
    return apportion(total, weights_of(processors), std::vector<bounds>(processors.size(), bounds{1, most}));
}

/// Bytes of a processor number in a table with one entry per unit.
inline std::int64_t entry_bytes(processor_list processors) {
    return processors.size() <= 256 ? 1 : processors.size() <= 65536 ? 2 : 4;
}

/// A square block with sides of options.block_side cells. If block_side is 0: the largest of 32, 16, .. 1 cells that
/// gives at least eight blocks per processor, or 1 if none does.
inline unit_size block_unit(const grid& domain, processor_list processors, const partition_options& options) {
    std::int64_t side = options.block_side;
    if (side == 0)
        for (side = 32; side > 1 && units(domain, {side, side}) < 8 * std::ssize(processors); side /= 2) {
        }
    return {std::min(side, domain.rows()), std::min(side, domain.cols())};
}

/// The blocks of the method `bands`, from which `triangulated` takes its points: one block per processor, bands from
/// the top, in each band its blocks from the left, the processors in their order. Needs at least as many cells as
/// processors.
std::vector<block> band_blocks(const grid& domain, processor_list processors, const work_map& map);

}  // namespace banyan::part
