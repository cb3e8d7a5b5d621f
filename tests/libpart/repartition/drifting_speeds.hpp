// Speeds that change, and an own count of the cells that change their owner.
#pragma once

#include <vector>

#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace banyan::testing {

/// Each speed times a factor that is uniform in 1 - drift .. 1 + drift.
inline speeds drifted(source& random, const speeds& before, double drift) {
    std::vector<double> values;
    for (double speed : before.values())
        values.push_back(speed * (1 + random.real(-drift, drift)));
    return speeds(std::move(values));
}

/// Speeds that are uniform in 1..10 and drift, and the partition of a method for them before.
struct drifted_partition {
    speeds now;
    partition old;
};

/// The same for the same p and trial.
inline drifted_partition drifted_partition_of(const char* method, const grid& domain, int p, int trial, double drift) {
    source random(static_cast<std::uint64_t>(1000 * p + trial));
    const speeds before = random_speeds(random, p, 10);
    return {drifted(random, before, drift), make_partition(method, domain, before)};
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
