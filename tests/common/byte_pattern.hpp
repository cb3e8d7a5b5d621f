// Payloads of messages for tests. They are made in code without a sanitizer, which makes a loop over each byte slow.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/common/byte_comparison.hpp"

namespace banyan::testing {

/// Writes `size` bytes that look random. The same seed gives the same bytes.
void fill_with_pattern(std::byte* bytes, std::size_t size, unsigned seed);

/// `size` bytes that look random. The same seed gives the same bytes.
inline std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
    std::vector<std::byte> bytes(size);
    fill_with_pattern(bytes.data(), size, seed);
    return bytes;
}

}  // namespace banyan::testing
