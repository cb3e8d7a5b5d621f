// Times of collectives by each of their algorithms, measured and predicted by the network model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/net/group.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::advisor {

/// The collectives that have algorithms, in the order of the table: "barrier", "broadcast", ...
std::vector<std::string> collective_names();
/// The collective of this name. Throws std::invalid_argument.
net::collective_kind collective_of(const std::string& name);

struct collective_probe_options {
    std::vector<std::string> collectives;  ///< empty: all of collective_names()
    std::vector<std::string> algorithms;   ///< names, also "automatic"; empty: all
    std::vector<std::size_t> bytes{8};  ///< of the vector or, in collectives with blocks, of each block; multiples of 8
    int samples = 5;
    double sample_s = 0.02;  ///< about the length of a sample, in seconds; at least one call
};

/// One collective of one length by one algorithm.
struct collective_times {
    std::string collective{};
    std::uint64_t bytes = 0;  ///< 0 for barrier
    std::string algorithm{};  ///< "automatic" for the one that is chosen
    std::string chosen{};     ///< for "automatic": the name of the algorithm
    std::uint64_t segment_bytes = 0;
    double predicted_s = 0;
    std::vector<double> seconds{};  ///< of a call on the slowest rank, one value for each sample
    std::string explanation{};      ///< for "automatic": the line of net::explain()
    friend bool operator==(const collective_times&, const collective_times&) = default;
};

/// Collective. Items are numbers of 8 bytes, reductions are sums, and the root is rank 0. Algorithms that do not fit
/// are left out, and so are names that a collective does not have. In a collective with a root, a barrier that is not
/// timed precedes each call, so that no rank runs ahead. The result is complete on rank 0. Blocks; throws as the
/// collectives, and std::invalid_argument as collective_of().
std::vector<collective_times> measure_collectives(const net::group& world, const collective_probe_options& options,
                                                  const net::network_model& model);

}  // namespace banyan::advisor
