// Protects the bytes of an authenticated connection: one implementation encrypts, another counts frames.
#pragma once

#include <span>

#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

/// Moves bytes between its caller and a non-blocking socket, whose descriptor it borrows. One thread at a time.
class link_protection {
  public:
    virtual ~link_protection() = default;
    // As in link.hpp.
    virtual moved read(std::span<const iovec> regions) = 0;
    virtual moved write(std::span<const iovec> regions) = 0;
    [[nodiscard]] virtual bool holds_bytes() const = 0;
    [[nodiscard]] virtual bool has_uncounted() const = 0;
};

}  // namespace banyan::net::detail
