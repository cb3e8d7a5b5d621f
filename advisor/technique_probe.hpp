// Times of Lin's communication techniques and of the plain ways, measured and predicted by the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/net/group.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::advisor {

struct technique_probe_options {
    std::vector<std::size_t> bytes{65536};  ///< of a message, a block or the longest block; multiples of 8, above 0
    int samples = 5;
    double sample_s = 0.02;  ///< about the length of a sample, in seconds; at least one call
};

/// One way to do the communication of a technique.
struct technique_way {
    std::string setting{};  ///< the algorithm, or the size that the model has chosen: "chunks of 32768 bytes"
    double predicted_s = 0;
    std::vector<double> seconds{};  ///< of a call on the slowest rank, one value for each sample
    friend bool operator==(const technique_way&, const technique_way&) = default;
};

/// One technique at one length.
struct technique_times {
    std::string technique{};  ///< one of technique_names()
    std::uint64_t bytes = 0;
    technique_way plain{}, improved{};
    std::string automatic{};  ///< what the library chooses, in the words of technique_way::setting
    friend bool operator==(const technique_times&, const technique_times&) = default;
};

struct technique_report {
    double packing_byte_s = 0;  ///< Tc of the scattered items: seconds to pack one of their bytes
    std::vector<technique_times> times{};
    friend bool operator==(const technique_report&, const technique_report&) = default;
};

/// "one-to-one", "one-to-many", "one-to-many-scattered", "many-to-one", "many-to-many", "many-to-many-figure-4.9"
const std::vector<std::string>& technique_names();

/// Collective, of at least two ranks. Scattered items have 8 bytes; between two of them are three that are not sent.
///
///   one-to-one    rank 0 and the last rank send scattered items to each other; half a round trip
///   one-to-many   scatter from rank 0: linear, and two-level-groups
///   ...-scattered  scatter of scattered items from rank 0: plain, and in groups
///   many-to-one   gather of scattered items on rank 0: plain, and in three phases
///   many-to-many  alltoall_varying of blocks of 0 to `bytes` bytes (the same in every run): pairwise, and balanced
///   ...-figure-4.9  the same with 8 bytes in each block, and `bytes` from rank i to p - 1 - i for i < p / 2
///
/// A barrier that is not timed precedes each call. The result is complete on rank 0. Blocks; throws as group::send and
/// the collectives.
technique_report measure_techniques(const net::group& world, const technique_probe_options& options,
                                    const net::network_model& model);

}  // namespace banyan::advisor
