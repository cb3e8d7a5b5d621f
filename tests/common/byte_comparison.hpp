// Comparison of payloads. std::vector compares each std::byte by itself, which a sanitizer makes slow. The sanitizers
// check the memory that memcmp() reads.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace banyan::testing {

inline bool operator==(const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace banyan::testing
