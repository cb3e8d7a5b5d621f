// Messages that are in transit at once at one place of the network: which ones to measure. Pure.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace banyan::advisor {

/// The places, as contention_case::place names them.
inline constexpr std::array<const char*, 3> contention_places{"one link", "one host", "the medium"};

struct contention_case {
    std::string place;
    std::vector<std::pair<int, int>> messages;  ///< the rank that sends and the one that receives; all at once
};

/// The cases for ranks on these hosts. First a single message, on "one link". Then two, and four, messages at once:
/// - one link: all between the same two ranks, on two hosts if there are as many;
/// - one host: from the ranks of the first host, in turn, each to another rank on other hosts; on a single host between
///   pairs of ranks without a common one;
/// - the medium: between pairs of hosts without a common one.
/// Cases for which there are too few ranks or hosts are left out. Empty for fewer than two ranks.
std::vector<contention_case> contention_cases(std::span<const std::string> hosts);

}  // namespace banyan::advisor
