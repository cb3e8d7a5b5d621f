// Measures how much longer messages take if others are in transit at the same place of the network.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/network_terms.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct contention_options {
    std::vector<std::size_t> bytes{8, 512, 2048, 8192, 32768};  ///< ascending
    double budget_s = 0.2;                                      ///< the same on all ranks
    int most_samples = 31;                                      ///< of each case and size
};

/// Measures the contention_cases() of the hosts of `world` with two sizes: the shortest one, and the longest one with
/// which at least 6 samples of all cases take at most the budget. A sample is the time from a barrier until the last
/// task has its messages. Collective over `world`; the result is on rank 0, and empty on the other ranks, for a single
/// task, and if no size fits into the budget. Blocks; throws net::error as group calls do, and for no size.
std::vector<contention_samples> measure_contention(const net::group& world, const contention_options& options);

}  // namespace banyan::advisor
