// The messages of a candidate, for both models. Pure.
#pragma once

#include <cstdint>

#include "advisor/ranking.hpp"
#include "banyan/part/communication.hpp"

namespace banyan::advisor {

/// Sets what the exchange model and the classic model charge for these messages: candidate::halo and
/// candidate::direction_messages. Items have `item_bytes` bytes.
void set_messages(candidate& one, const part::communication& sent, std::int64_t item_bytes);

}  // namespace banyan::advisor
