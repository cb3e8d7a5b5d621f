// A byte stream to one authenticated peer. Each transport implements it: socket/ and in_process/.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <span>

namespace banyan::net::detail {

/// The result of moving bytes.
struct moved {
    enum class state : unsigned char {
        some,         ///< `bytes` > 0 were moved
        would_block,  ///< nothing now; try again when the driver reports it
        ended,        ///< the peer closed its side normally (reads only)
        forged,       ///< bytes were changed or inserted in transit; the stream is unusable
        broken        ///< the stream is unusable; `error_number` says why (errno)
    };
    state what = state::would_block;
    std::size_t bytes = 0;
    int error_number = 0;
};

class link {
  public:
    virtual ~link() = default;
    /// Reads available bytes into the regions, in order. Never blocks. If it fills the regions or holds_bytes(), there
    /// may be more; otherwise the driver reports the link again when there is more.
    virtual moved read(std::span<const iovec> regions) = 0;
    /// Writes bytes from the regions, in order, as many as the transport accepts. Never blocks.
    virtual moved write(std::span<const iovec> regions) = 0;
    /// True when read() has bytes that the system does not report any more. Never blocks.
    [[nodiscard]] virtual bool holds_bytes() const { return false; }
    /// True when write() has taken a byte without counting it: the next write has to begin with that byte.
    [[nodiscard]] virtual bool has_uncounted() const { return false; }
    /// True when all written bytes have reached the peer's host, so that closing loses nothing. Never blocks.
    virtual bool delivered() = 0;
};

}  // namespace banyan::net::detail
