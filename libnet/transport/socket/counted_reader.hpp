// The receiving half of a counted connection.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "libnet/transport/link.hpp"
#include "libnet/transport/socket/frame_codes.hpp"
#include "libnet/transport/socket/region_filler.hpp"

namespace banyan::net::detail {

/// Passes on headers whose code is correct, without the code, and the payload after them.
class counted_reader {
  public:
    /// Throws errc::resource_limit.
    explicit counted_reader(const secret_key& key) : codes_(key) {}

    /// As in link.hpp. Makes at most one system call. Long payload is read directly into the caller's memory.
    moved read(int descriptor, std::span<const iovec> regions);
    [[nodiscard]] bool holds_bytes() const;

  private:
    [[nodiscard]] std::size_t received() const { return received_to_ - received_from_; }
    bool fetch(int descriptor, region_filler& into, moved& result);
    void give(region_filler& into);
    bool begin_frame();

    frame_codes codes_;
    std::uint64_t number_ = 0;            // of the next frame
    std::array<std::byte, 4096> buffer_;  // large enough to read a short message with one call
    std::size_t received_from_ = 0;
    std::size_t received_to_ = 0;
    std::size_t header_left_ = 0;  // bytes of a checked header that the caller has not read yet
    std::uint64_t payload_left_ = 0;
    bool forged_ = false;  // stays true
};

}  // namespace banyan::net::detail
