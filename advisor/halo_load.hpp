// The load of one iteration of a partition: from the exact counts of libpart to the terms of the exchange model, and to
// the messages themselves.
#pragma once

#include <cstdint>

#include "advisor/exchange_model.hpp"
#include "advisor/message_pattern.hpp"
#include "banyan/part/communication.hpp"

namespace banyan::advisor {

/// The messages and payload bytes of the busiest processor and of all processors, for items of `item_bytes` bytes. The
/// busiest processor is the one that sends or receives the most. Messages and bytes can have different busiest
/// processors.
exchange_load halo_load(const part::communication& sent, std::int64_t item_bytes);

/// Every message with its bytes, for items of `item_bytes` bytes.
message_pattern pattern_of(const part::communication& sent, std::int64_t item_bytes);

/// The bytes of the longest message; 0 if nothing is sent.
std::int64_t longest_message_bytes(const part::communication& sent, std::int64_t item_bytes);

}  // namespace banyan::advisor
