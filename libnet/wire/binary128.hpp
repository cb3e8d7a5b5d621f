// long double as IEEE binary128, whatever the long double of this host is.
#pragma once

#include <cstdint>

namespace banyan::net::wire {

/// The bits of an IEEE binary128: sign, 15 bits of exponent, 112 of fraction.
struct binary128 {
    std::uint64_t high = 0, low = 0;
    friend bool operator==(const binary128&, const binary128&) = default;
};

/// Exact for every long double of at most 113 bits. A NaN loses its payload.
binary128 to_binary128(long double value);

/// Rounded to nearest where long double has fewer bits. Returns false, and leaves `value` alone, when a finite number
/// is beyond the range of long double.
bool from_binary128(const binary128& bits, long double& value);

}  // namespace banyan::net::wire
