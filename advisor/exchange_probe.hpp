// Phase three: the network as all processes load it together. Crandall's ring - each sends to the right and receives
// from the left - with 1, 2, 4 messages at once, and one message alone between the slowest neighbours for comparison.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/network_fit.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct exchange_options {
    std::vector<std::size_t> bytes{8, 512, 2048, 8192, 32768};
    std::vector<int> messages_at_once{1, 2, 4};  ///< per process; every second one goes to the left instead
    double budget_s = 2;  ///< for the whole probe; at least 3 samples of each exchange are taken anyway
    int most_samples = 31;
};

/// Collective over `world`: measures every exchange several times, round robin over the exchanges, each sample the
/// longest time of any process. The result is on rank 0, empty elsewhere and for a single process. The lone messages
/// come first, one entry per size, then the rings by messages at once and size. Blocks; throws as group calls do.
std::vector<exchange_samples> measure_exchanges(const net::group& world, const exchange_options& options);

/// The rounds of the published ring (each process one message) by size: what fit_network takes. `bytes` per process.
std::vector<size_samples> published_ring(const std::vector<exchange_samples>& exchanges);

}  // namespace banyan::advisor
