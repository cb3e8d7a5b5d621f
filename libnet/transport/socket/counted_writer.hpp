// The sending half of a counted connection.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "libnet/transport/link.hpp"
#include "libnet/transport/socket/frame_codes.hpp"

namespace banyan::net::detail {

class record_source;

/// Adds a code after each frame header that its caller writes. The caller's bytes are a stream of frames.
class counted_writer {
  public:
    /// Throws errc::resource_limit.
    explicit counted_writer(const secret_key& key) : codes_(key) {}

    /// As in link.hpp. The last byte of a header counts as written when its code has left. Until then the caller's
    /// regions begin with that byte.
    moved write(int descriptor, std::span<const iovec> regions);
    [[nodiscard]] bool has_uncounted() const { return head_sent_ >= wire::header_bytes; }

  private:
    struct batch;
    bool fill(batch& next, record_source& source);
    std::size_t settle(const batch& sent, std::size_t bytes);

    frame_codes codes_;
    std::uint64_t number_ = 0;  // of the current frame
    // Used while a header and its code have left in part; otherwise head_sent_ is 0.
    std::array<std::byte, wire::header_bytes> head_{};
    std::size_t head_sent_ = 0;  // less than counted_header_bytes
    std::uint64_t payload_left_ = 0;
};

}  // namespace banyan::net::detail
