// What a write is made of, cut into pieces.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace banyan::net::detail {

/// Goes through the bytes of regions.
class record_source {
  public:
    explicit record_source(std::span<const iovec> regions) : regions_(regions) { drop_empty(); }
    [[nodiscard]] bool empty() const { return regions_.empty(); }
    void skip(std::size_t count) {
        done_ += count;
        drop_empty();
    }
    /// The next bytes that stand together, at most so many.
    std::span<const std::byte> take_piece(std::uint64_t most) {
        const auto piece = rest().first(static_cast<std::size_t>(std::min<std::uint64_t>(rest().size(), most)));
        skip(piece.size());
        return piece;
    }
    /// Copies the next bytes, as many as fit, and returns how many.
    std::size_t copy(std::span<std::byte> to) {
        std::size_t filled = 0;
        while (filled < to.size() && !empty()) {
            const auto piece = take_piece(to.size() - filled);
            std::memcpy(to.data() + filled, piece.data(), piece.size());
            filled += piece.size();
        }
        return filled;
    }
    /// The next bytes, as many as fit: where they stand, or put together in `gathered`.
    std::span<const std::byte> take(std::span<std::byte> gathered) {
        const auto first = rest();
        if (first.size() >= gathered.size() || regions_.size() == 1) return take_piece(gathered.size());
        return gathered.first(copy(gathered));
    }

  private:
    [[nodiscard]] std::span<const std::byte> rest() const {
        const auto& now = regions_.front();
        return std::span(static_cast<const std::byte*>(now.iov_base), now.iov_len).subspan(done_);
    }
    void drop_empty() {
        for (; !regions_.empty() && done_ >= regions_.front().iov_len; regions_ = regions_.subspan(1))
            done_ -= regions_.front().iov_len;
    }
    std::span<const iovec> regions_;
    std::size_t done_ = 0;  // of the first
};

}  // namespace banyan::net::detail
