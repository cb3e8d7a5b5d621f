// The blocks of ranks in the tests of gather and scatter.
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "tests/libnet/schedules/operations.hpp"

namespace banyan::testing {

/// Lengths of the blocks of all ranks: equal (0, 1, 3), and differing with empty blocks between and at both ends.
inline std::vector<std::size_t> every_counts(int size) {
    const auto p = static_cast<std::size_t>(size);
    const int pattern = GENERATE(range(0, 7));
    std::vector<std::size_t> counts(p, pattern < 2 ? static_cast<std::size_t>(pattern) : 3);
    for (std::size_t r = 0; r < p; ++r) {
        if (pattern == 3) counts[r] = r % 3 == 1 ? 7 : 0;
        if (pattern == 4) counts[r] = (5 * r + 2) % 7;
        if (pattern == 5) counts[r] = r + 1 == p ? 11 : 0;
        if (pattern == 6) counts[r] = r < p / 2 ? p - r : 0;
    }
    return counts;
}

/// The blocks of all ranks one after another.
inline std::vector<std::int64_t> all_blocks(const std::vector<std::size_t>& counts) {
    std::vector<std::int64_t> all;
    for (std::size_t r = 0; r < counts.size(); ++r)
        for (const std::int64_t value : values_of_rank(static_cast<int>(r), counts[r]))
            all.push_back(value);
    return all;
}

}  // namespace banyan::testing
