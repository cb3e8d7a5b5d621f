// Partitions, speeds and observations for the tests of repartition decisions.
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "banyan/grid/repartition_policy.hpp"
#include "banyan/part/methods.hpp"

namespace banyan::testing {

/// The partition of a square grid by a method.
inline part::partition start_for(const char* method, const std::vector<double>& values, std::int64_t side) {
    return part::make_partition(method, {side, side}, part::speeds(values));
}

/// Shares that are no whole rows: cell ranges of whole rows send fewer messages.
inline std::vector<double> speeds_for(int p) {
    std::vector<double> values;
    for (int i = 0; i < p; ++i)
        values.push_back(1 + (3 * i + 1) % 4 + 0.13 * i);
    return values;
}

/// Observations of equal times, so that the policy knows that they do not vary.
inline void observe_often(banyan::grid::repartition_policy& policy, const std::vector<double>& times, std::int64_t from,
                          std::int64_t to) {
    for (int i = 0; i < 10; ++i)
        REQUIRE_FALSE(policy.observe(times, from - (from - to) * i / 9));
}

}  // namespace banyan::testing
