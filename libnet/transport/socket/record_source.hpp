// What a write is made of, cut into records.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

namespace banyan::net::detail {

/// Goes through the bytes of regions in pieces of one record.
class record_source {
  public:
    explicit record_source(std::span<const iovec> regions) : regions_(regions) { drop_empty(); }
    [[nodiscard]] bool empty() const { return regions_.empty(); }
    void skip(std::size_t count) {
        done_ += count;
        drop_empty();
    }
    /// The next bytes, as many as fit: where they stand, or put together in `gathered`.
    std::span<const std::byte> take(std::span<std::byte> gathered) {
        const auto first = rest();
        if (first.size() >= gathered.size() || regions_.size() == 1) {
            const auto piece = first.first(std::min(first.size(), gathered.size()));
            skip(piece.size());
            return piece;
        }
        std::size_t filled = 0;
        while (filled < gathered.size() && !empty()) {
            const auto piece = rest().first(std::min(rest().size(), gathered.size() - filled));
            std::memcpy(gathered.data() + filled, piece.data(), piece.size());
            filled += piece.size();
            skip(piece.size());
        }
        return gathered.first(filled);
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
