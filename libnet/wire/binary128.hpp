// Converts long double to and from IEEE binary128, whatever format long double has on this architecture.
#pragma once

#include <cstdint>

namespace banyan::net::wire {

/// The bits of an IEEE binary128: sign, 15 bits of exponent, 112 of fraction.
struct binary128 {
    std::uint64_t high = 0, low = 0;
    friend bool operator==(const binary128&, const binary128&) = default;
};

/// Exact for every long double with at most 113 bits of significand. A NaN loses its payload.
binary128 to_binary128(long double value);

/// Rounds to nearest if long double has fewer bits. Returns false and does not change `value` if a finite number is too
/// large for long double.
bool from_binary128(const binary128& bits, long double& value);

}  // namespace banyan::net::wire
