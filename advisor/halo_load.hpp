// The load of one iteration of a partition: from the exact counts of libpart to the terms of the exchange model, and to
// the messages themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/message_pattern.hpp"
#include "banyan/part/communication.hpp"

namespace banyan::advisor {

/// The messages and payload bytes of the busiest task and of all tasks. The busiest task is the one that sends or
/// receives the most. Messages and bytes can have different busiest tasks.
exchange_load load_of(const message_pattern& messages, int ranks);

/// The same for the messages of one iteration, for items of `item_bytes` bytes.
exchange_load halo_load(const part::communication& sent, std::int64_t item_bytes);

/// For each processor the messages and bytes that it sends or receives, whichever is more, instead of those of the
/// busiest one.
std::vector<exchange_load> loads_of_processors(const part::communication& sent, std::int64_t item_bytes);

/// Every message with its bytes, for items of `item_bytes` bytes.
message_pattern pattern_of(const part::communication& sent, std::int64_t item_bytes);

/// The bytes of the longest message; 0 if nothing is sent.
std::int64_t longest_message_bytes(const part::communication& sent, std::int64_t item_bytes);

}  // namespace banyan::advisor
