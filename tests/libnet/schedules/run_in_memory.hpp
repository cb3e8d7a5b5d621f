// Carries out the schedules of all ranks in memory, and counts rounds, messages and items.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::testing {

/// One rank's memory. Items are numbers; the test decides what an item means.
struct rank_memory {
    std::vector<std::int64_t> input, output;
    bool in_place = false;  ///< input and output are the same memory, `output`
};

/// The left and the right operand; need not commute.
using item_operation = std::function<std::int64_t(std::int64_t, std::int64_t)>;

/// Makes the schedules of all ranks (`shape_of(rank)`) and carries them out on `ranks`. Returns the cost that was seen:
/// a message takes one round and as many units of time as it has items, a rank sends one and receives one at a time.
/// Throws std::runtime_error if ranks wait for ever, lengths of a message differ, a message is not received, or a step
/// leaves its memory or breaks the rules of memory_rules.hpp.
net::algorithm_cost run_in_memory(const net::algorithm& how,
                                  const std::function<net::collective_shape(int rank)>& shape_of,
                                  std::vector<rank_memory>& ranks, const item_operation& operation = {});

/// The same, for long vectors: one run instead of four. Counts rounds, messages and items; the paths are 0.
net::algorithm_cost run_once_in_memory(const net::algorithm& how,
                                       const std::function<net::collective_shape(int rank)>& shape_of,
                                       std::vector<rank_memory>& ranks, const item_operation& operation = {});

}  // namespace banyan::testing
