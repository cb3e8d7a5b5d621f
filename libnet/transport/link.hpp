// A byte stream to one proven peer. Each transport implements it: socket/ and in_process/.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <span>

namespace banyan::net::detail {

/// Result of moving bytes.
struct moved {
    enum class state : unsigned char {
        some,         ///< `bytes` > 0 were moved
        would_block,  ///< nothing now; try again when the driver says so
        ended,        ///< the peer closed its side in order (reads only)
        forged,       ///< bytes that the peer has not sent, or not so; the stream is unusable
        broken        ///< the stream is unusable; `error_number` says why (errno)
    };
    state what = state::would_block;
    std::size_t bytes = 0;
    int error_number = 0;
};

class link {
  public:
    virtual ~link() = default;
    /// Reads into the regions, in order, what is there. Never blocks.
    virtual moved read(std::span<const iovec> regions) = 0;
    /// Writes from the regions, in order, as much as the transport takes. Never blocks.
    virtual moved write(std::span<const iovec> regions) = 0;
    /// True when read() has bytes to give that the system no longer announces. Never blocks.
    [[nodiscard]] virtual bool holds_bytes() const { return false; }
    /// True when write() has taken a byte that it has not counted: the next write has to begin with it.
    [[nodiscard]] virtual bool holds_back() const { return false; }
    /// True when everything written has reached the peer's host, so that closing loses nothing. Never blocks.
    virtual bool delivered() = 0;
};

}  // namespace banyan::net::detail
