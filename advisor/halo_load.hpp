// What one iteration of a partition asks of the network: the bridge from libpart's exact counts to the measured model.
#pragma once

#include <cstdint>

#include "advisor/exchange_model.hpp"
#include "banyan/part/communication.hpp"

namespace banyan::advisor {

/// Messages and payload bytes of the busiest processor and of all, with items of `item_bytes` bytes. The busiest
/// processor is the one that sends or receives most; messages and bytes may belong to different processors.
exchange_load halo_load(const part::communication& sent, std::int64_t item_bytes);

/// Bytes of the longest message, 0 when nothing is sent.
std::int64_t longest_message_bytes(const part::communication& sent, std::int64_t item_bytes);

}  // namespace banyan::advisor
