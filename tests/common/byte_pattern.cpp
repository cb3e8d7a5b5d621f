#include "tests/common/byte_pattern.hpp"

#include <cstdint>

namespace banyan::testing {

void fill_with_pattern(std::byte* bytes, std::size_t size, unsigned seed) {
    std::uint32_t state = seed * 2654435761u + 1;
    for (std::size_t i = 0; i < size; ++i) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = static_cast<std::byte>(state >> 24);
    }
}

}  // namespace banyan::testing
