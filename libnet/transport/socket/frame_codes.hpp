// The authentication codes of the frames that one side of a connection sends. docs/wire_format.md, "Counted frames".
#pragma once

#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "libnet/base/secret.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

inline constexpr std::size_t code_bytes = 8;
inline constexpr std::size_t counted_header_bytes = wire::header_bytes + code_bytes;
using frame_code = std::array<std::byte, code_bytes>;

/// SipHash-2-4 of a frame's number and header, with a key of one connection and direction. Allocates no memory per
/// frame.
class frame_codes {
  public:
    /// Throws errc::resource_limit.
    explicit frame_codes(const secret_key& key);
    ~frame_codes();
    frame_codes(const frame_codes&) = delete;
    frame_codes& operator=(const frame_codes&) = delete;

    /// `number`: 0 for the first frame. Returns nothing if OpenSSL fails.
    std::optional<frame_code> code(std::uint64_t number, std::span<const std::byte, wire::header_bytes> header);

  private:
    std::array<std::byte, 16> key_;
    std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context_;
};

}  // namespace banyan::net::detail
