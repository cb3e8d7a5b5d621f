// What the methods that hand out cells themselves share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/dealing.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {

/// At most one machine per unit: the fastest.
inline machine_list first_machines(machine_list machines, std::int64_t units) {
    return machines.first(static_cast<std::size_t>(std::min(units, std::ssize(machines))));
}

inline double sum_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Whole numbers in proportion to the weights, at least 1 and at most `most` each; there are enough of them.
inline std::vector<std::int64_t> apportion_to(machine_list machines, std::int64_t total,
                                              std::int64_t most = bounds{}.most) {
    return apportion(total, weights_of(machines), std::vector<bounds>(machines.size(), bounds{1, most}));
}

/// Bytes of a machine number in a table with an entry for each unit.
inline std::int64_t entry_bytes(machine_list machines) {
    return machines.size() <= 256 ? 1 : machines.size() <= 65536 ? 2 : 4;
}

/// The block of options.block_side, or where that is 0 the largest of 32, 16, .. 1 cells a side of which there are
/// eight for each machine (1 where there are never so many).
inline unit_size dealt_block(const grid& domain, machine_list machines, const partition_options& options) {
    std::int64_t side = options.block_side;
    if (side == 0)
        for (side = 32; side > 1 && units(domain, {side, side}) < 8 * std::ssize(machines); side /= 2) {
        }
    return {std::min(side, domain.rows()), std::min(side, domain.cols())};
}

}  // namespace banyan::part
