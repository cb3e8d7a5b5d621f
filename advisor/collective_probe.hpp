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
    int first_sample = 0;  ///< its number in order_of_sample(); greater in later parts of a long measurement
    /// About the length of a sample, in seconds; at least one call. It is five periods of the CPU quotas of the
    /// laboratory, because a rank that has used its quota pauses until the next period.
    double sample_s = 0.05;
};

/// One collective of one length by one algorithm.
struct collective_times {
    std::string collective{};
    std::uint64_t bytes = 0;             ///< 0 for barrier
    std::string algorithm{};             ///< "automatic" for the one that is chosen
    std::string chosen{};                ///< for "automatic": the name of the algorithm
    std::string chosen_by_prediction{};  ///< for "automatic": the one that is chosen without measured orders
    /// The first algorithm of the results that does the same in this call (libnet/schedules/same_schedules.hpp), so
    /// that the times of both differ by noise only. Empty if no algorithm before this one does the same.
    std::string same_as{};
    std::uint64_t segment_bytes = 0;
    double predicted_s = 0;
    std::vector<double> seconds{};  ///< of a call on the slowest rank, one value for each sample, in order
    std::string explanation{};      ///< for "automatic": the line of net::explain()
    friend bool operator==(const collective_times&, const collective_times&) = default;
};

/// The order in which sample number `sample` measures the algorithms, each once. It is a Williams design: in 2 n
/// samples of n algorithms each algorithm is measured twice at each position, and twice directly after each other
/// algorithm. So a disturbance of the hosts, or what an algorithm leaves behind, affects all algorithms alike. An odd
/// sample has the reverse order of the one before it. (E. J. Williams, Experimental designs balanced for the estimation
/// of residual effects of treatments, 1949.)
std::vector<std::size_t> order_of_sample(int sample, std::size_t algorithms);

/// Collective. Items are numbers of 8 bytes, reductions are sums, and the root is rank 0. Algorithms that do not fit
/// are left out, and so are names that a collective does not have. In a collective with a root, a dissemination barrier
/// that is not timed precedes each call, so that all ranks begin at about the same time. First all connections are used
/// for a while, and each algorithm makes trial calls. Each sample then measures all algorithms of a collective and a
/// length (order_of_sample()), so the samples with the same number can be compared in pairs. The result is complete on
/// rank 0. Blocks; throws as the collectives, and std::invalid_argument as collective_of().
std::vector<collective_times> measure_collectives(const net::group& world, const collective_probe_options& options,
                                                  const net::network_model& model);

}  // namespace banyan::advisor
