// Frames with authenticated headers over one connected socket, between two sides that share two keys.
#pragma once

#include "libnet/transport/socket/counted_reader.hpp"
#include "libnet/transport/socket/counted_writer.hpp"
#include "libnet/transport/socket/link_protection.hpp"

namespace banyan::net::detail {

/// Each frame header is followed by a code over the header and the number of the frame. So an attacker on the network
/// cannot change, insert, repeat, reorder or remove frames unnoticed. The content of the payload is not protected; its
/// length is. docs/wire_format.md, "Counted frames".
class counted_session final : public link_protection {
  public:
    /// Borrows the socket's descriptor, which must stay the same and open for the life of the session. Throws
    /// errc::resource_limit.
    counted_session(int descriptor, const secret_key& own_key, const secret_key& peer_key)
        : descriptor_(descriptor), writer_(own_key), reader_(peer_key) {}

    moved read(std::span<const iovec> regions) override { return reader_.read(descriptor_, regions); }
    moved write(std::span<const iovec> regions) override { return writer_.write(descriptor_, regions); }
    [[nodiscard]] bool holds_bytes() const override { return reader_.holds_bytes(); }
    [[nodiscard]] bool has_uncounted() const override { return writer_.has_uncounted(); }

  private:
    const int descriptor_;
    counted_writer writer_;
    counted_reader reader_;
};

}  // namespace banyan::net::detail
