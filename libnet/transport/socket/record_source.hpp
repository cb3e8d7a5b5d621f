// The bytes of a write, divided into pieces.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "libnet/transport/socket/iovec_cursor.hpp"

namespace banyan::net::detail {

/// Takes the bytes of regions from the first to the last.
class record_source {
  public:
    explicit record_source(std::span<const iovec> regions) : at_(regions) {}
    [[nodiscard]] bool empty() const { return at_.at_end(); }
    void skip(std::size_t count) { at_.advance(count); }
    /// The next contiguous bytes, at most `most`.
    std::span<const std::byte> take_piece(std::uint64_t most) {
        const auto rest = at_.here();
        const auto piece = rest.first(static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), most)));
        skip(piece.size());
        return piece;
    }
    /// Copies the next bytes, as many as fit, and returns their number.
    std::size_t copy(std::span<std::byte> to) {
        std::size_t filled = 0;
        while (filled < to.size() && !empty()) {
            const auto piece = take_piece(to.size() - filled);
            std::memcpy(to.data() + filled, piece.data(), piece.size());
            filled += piece.size();
        }
        return filled;
    }
    /// The next bytes, as many as fit into `gathered`: in place if they are contiguous, otherwise copied there.
    std::span<const std::byte> take(std::span<std::byte> gathered) {
        if (at_.here().size() >= gathered.size() || at_.in_last_region()) return take_piece(gathered.size());
        return gathered.first(copy(gathered));
    }

  private:
    iovec_cursor at_;
};

}  // namespace banyan::net::detail
