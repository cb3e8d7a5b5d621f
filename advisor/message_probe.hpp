// Measures small messages: the latency between every pair of tasks, and the CPU time of sending and of receiving.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/network_terms.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

inline constexpr std::size_t message_probe_bytes = 8;

struct message_probe_options {
    double budget_s = 0.3;  ///< the same on all ranks; at least one round of pairs or one sample of an overhead
    int most_samples = 15;  ///< of each pair and overhead
};

/// Ping-pongs of 8 bytes between all pairs, the pairs of a round (rounds_of_pairs) at once. Collective over `world`;
/// the result is on rank 0 and empty elsewhere. Rounds that do not fit into the budget are left out, so with many tasks
/// some pairs have no entry. Blocks; throws net::error as group calls do.
std::vector<pair_latency> measure_pair_latencies(const net::group& world, const message_probe_options& options);

/// Each task sends 8 bytes to its right neighbour: the time of the call that starts the send, and, after a pause in
/// which the message arrives, the time of the call that completes the receive. Samples of the slowest task. Collective;
/// the result is the same on all ranks, and empty for a single task.
message_overheads measure_overheads(const net::group& world, const message_probe_options& options);

}  // namespace banyan::advisor
