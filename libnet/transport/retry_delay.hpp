// How long a peer waits before it connects again.
#pragma once

#include <algorithm>
#include <chrono>

namespace banyan::net {

/// The delay after `failures` (1 or more) in a row: 20 ms, doubled each time, at most 160 ms. It is short because a
/// peer that is overloaded by strangers also refuses honest peers and accepts them a few tries later.
constexpr std::chrono::milliseconds retry_delay(unsigned failures) {
    constexpr unsigned most_doublings = 3;
    return std::chrono::milliseconds(20) * (1u << std::min(std::max(failures, 1u) - 1, most_doublings));
}

}  // namespace banyan::net
