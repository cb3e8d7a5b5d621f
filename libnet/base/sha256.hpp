// SHA-256 for short texts. Loads nothing: the first use of OpenSSL in a process takes longer than everything else that
// a short task does to connect.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace banyan::net {

using sha256_digest = std::array<std::byte, 32>;
inline constexpr std::size_t sha256_block_bytes = 64;

/// The digest of `first` followed by `second` (FIPS 180-4, section 6.2).
sha256_digest sha256(std::span<const std::byte> first, std::span<const std::byte> second = {});

}  // namespace banyan::net
