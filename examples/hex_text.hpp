// Large numbers as text.
#pragma once

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

namespace examples {

/// 16 hexadecimal digits. Checksums are text in JSON too, because many readers of JSON round large numbers.
inline std::string hex(std::uint64_t number) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016" PRIx64, number);
    return text.data();
}

}  // namespace examples
