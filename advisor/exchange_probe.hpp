// Phase three: measures the network under the load of all tasks. Crandall's ring, in which each task sends to the right
// and receives from the left, with 1, 2 and 4 messages at a time; and a single message between the slowest neighbours
// of the ring.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/network_fit.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct exchange_options {
    std::vector<std::size_t> bytes{8, 512, 2048, 8192, 32768};
    std::vector<int> messages_at_once{1, 2, 4};  ///< per task; every second one goes to the left
    double budget_s = 2;                         ///< seconds for the whole probe
    int most_samples = 31;                       ///< of each exchange
};

/// Collective over `world`. Measures every exchange several times, one sample of each in turn; a sample is the longest
/// time of any task. Exchanges that take too long for the budget are left out, as exchange_sampling describes. The
/// result is on rank 0, and empty on the other ranks and for a single task: first the single messages, one entry per
/// size, then the rings by messages at a time and size, by ascending size. Blocks; throws net::error as group calls do,
/// and for options without a size or a ring.
std::vector<exchange_samples> measure_exchanges(const net::group& world, const exchange_options& options);

/// The rounds of the published ring (one message per task) by message size, as fit_network() takes them. `bytes` is per
/// task.
std::vector<size_samples> published_ring(const std::vector<exchange_samples>& exchanges);

}  // namespace banyan::advisor
