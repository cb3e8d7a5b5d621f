// Payloads of messages for tests. A sanitizer makes a loop over each byte of a long message slow, so the bytes are made
// in code without a sanitizer and compared by memcmp(), whose memory the sanitizers check.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace banyan::testing {

/// Writes `size` bytes that look random. The same seed gives the same bytes.
void fill_with_pattern(std::byte* bytes, std::size_t size, unsigned seed);

/// `size` bytes that look random. The same seed gives the same bytes.
inline std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
    std::vector<std::byte> bytes(size);
    fill_with_pattern(bytes.data(), size, seed);
    return bytes;
}

/// std::vector compares each std::byte by itself.
inline bool operator==(const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace banyan::testing
