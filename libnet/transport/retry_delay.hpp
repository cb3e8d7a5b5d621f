// How long a peer waits before it connects again.
#pragma once

#include <algorithm>
#include <chrono>

namespace banyan::net {

/// After `failures` (1 or more) in a row: 20 ms, then twice as long each time, at most 160 ms. Short, because a peer
/// that is flooded by strangers turns honest ones away too, and lets them in a few tries later.
constexpr std::chrono::milliseconds retry_delay(unsigned failures) {
    constexpr unsigned most_doublings = 3;
    return std::chrono::milliseconds(20) * (1u << std::min(std::max(failures, 1u) - 1, most_doublings));
}

}  // namespace banyan::net
