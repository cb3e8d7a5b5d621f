// Lengths of the blocks of an alltoall in which long messages delay each other.
#pragma once

#include "tests/libnet/schedules/count_matrix.hpp"

namespace banyan::testing {

/// Lin's figure 4.9: m everywhere, M from rank i to rank p - 1 - i in the upper half.
inline count_matrix figure_4_9(int size, std::size_t m, std::size_t most) {
    const auto p = static_cast<std::size_t>(size);
    std::vector<std::size_t> counts(p * p, m);
    for (std::size_t i = 0; i < p / 2; ++i)
        counts[i * p + p - 1 - i] = most;
    return {size, std::move(counts)};
}

}  // namespace banyan::testing
