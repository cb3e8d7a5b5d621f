// The bytes of a typed message, as docs/wire_format.md describes them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace banyan::net::wire {

// --- the first bytes of the message
inline constexpr std::array<std::byte, 2> typed_magic{std::byte{'B'}, std::byte{'t'}};
inline constexpr std::byte typed_version{1};
inline constexpr std::byte little_endian_order{1};
inline constexpr std::byte big_endian_order{2};
inline constexpr std::size_t typed_head_bytes = 4;  // magic, version, order

static_assert(std::endian::native == std::endian::little || std::endian::native == std::endian::big);
inline constexpr std::byte own_order =
    std::endian::native == std::endian::little ? little_endian_order : big_endian_order;

// --- each item: kind (with the array bit), bytes of an element; for arrays and lists also a count of 8 bytes
inline constexpr std::uint8_t array_bit = 0x80;
inline constexpr std::size_t item_head_bytes = 2;
inline constexpr std::size_t count_bytes = 8;

}  // namespace banyan::net::wire
