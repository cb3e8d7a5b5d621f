// Speeds that change, and an own count of the cells that change their owner.
#pragma once

#include <vector>

#include "tests/libpart/model/random_instances.hpp"

namespace banyan::testing {

/// Each speed times a factor that is uniform in 1 - drift .. 1 + drift.
inline speeds drifted(source& random, const speeds& before, double drift) {
    std::vector<double> values;
    for (double speed : before.values())
        values.push_back(speed * (1 + random.real(-drift, drift)));
    return speeds(std::move(values));
}

/// Cell by cell.
inline std::int64_t counted_moves(const partition& from, const partition& to) {
    std::int64_t moved = 0;
    for (std::int64_t row = 0; row < from.domain().rows(); ++row)
        for (std::int64_t col = 0; col < from.domain().cols(); ++col)
            moved += from.owner(row, col) != to.owner(row, col);
    return moved;
}

}  // namespace banyan::testing
